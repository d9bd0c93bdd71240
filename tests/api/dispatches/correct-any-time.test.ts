/** @module-tag locks */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { expectedDeliveryDays } from '../../../resources/shipment-tracking/expected-delivery-days.ts'
import { transporterMapping } from '../../../resources/shipment-tracking/transporter-mapping.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'

const world = await billDesk()
const { portal, company, desk, transporter, finance, clockAt, billed, bookedLr, billOf, enter, step, lrOver, key } =
  world
const { linesOf, lrRow, billRow } = world
const { db } = portal
const other = await exampleRow(db, transporterMaster, { code: 'CITYLINE', name: 'City Line', transModes: ['SURFACE'] })
const cityLine = await personWith(portal, ['TRANSPORTER'], { transporterId: other.id })
afterAll(world.close)
beforeEach(() => clockAt('2026-11-25T06:30:00.000Z'))

/** An LR of 20 November, corrected five days later. */
async function booked(more: Record<string, unknown> = {}) {
  await clockAt()
  const made = await bookedLr(more)
  await clockAt('2026-11-25T06:30:00.000Z')
  return made
}
const correct = async (id: number, changes: object) =>
  desk.patch(`/api/lrs/${id}`, { rowVersion: (await lrRow(id)).rowVersion, reason: 'Misread', ...changes })
const faults = async (id: number, changes: object) => {
  const { status, body } = await correct(id, changes)
  return [status, ...(body.errors ?? []).map(({ field, message }: never) => `${field}: ${message}`)]
}
const report = (lrId: number, eventCode: string, eventOn: string) =>
  desk.post('/api/tracking-events', { lrId, eventCode, eventOn })
const delivered = async (lrId: number, on = '2026-11-24') =>
  expect((await report(lrId, 'DELIVERED', on)).status).toBe(201)

describe('an LR at any status until its bill is approved', () => {
  it('gets its right number once it is delivered, and the former one still finds the shipment', async () => {
    const { id, lrNo } = await booked()
    await delivered(id)
    expect(await correct(id, { lrNo: `${lrNo}R` })).toMatchObject({ status: 200, body: { lrNo: `${lrNo}R` } })
    expect(await lrRow(id)).toMatchObject({ formerNos: lrNo, deliveryStatus: 'DELIVERED' })
    const { shipToPincode: pincode } = await db('shipment').where({ lrId: id }).first()
    const tracked = await portal.nobody.post('/api/track', { type: 'LR', number: lrNo, pincode })
    expect([tracked.status, tracked.body.lrNo]).toEqual([201, `${lrNo}R`])
    const found = await desk.get(`/api/lrs?q=${lrNo}`)
    expect(found.body.data.map((one: { id: number }) => one.id)).toContain(id)
  })

  it('that is returned or lost is corrected too, and one that is cancelled is not', async () => {
    for (const deliveryStatus of ['RETURNED', 'LOST']) {
      const { id } = await booked()
      await db('lr').where({ id }).update({ deliveryStatus })
      expect((await correct(id, { remarks: 'Two pallets', declaredValue: 290_000 })).status).toBe(200)
    }
    const { id } = await booked()
    await db('lr').where({ id }).update({ deliveryStatus: 'CANCELLED' })
    expect(await faults(id, { remarks: 'x' })).toEqual([422, 'remarks: Remarks cannot be changed: the LR is cancelled'])
  })

  it('is corrected no more once the bill of its transporter is approved', async () => {
    const { id } = await booked()
    await db('lr').where({ id }).update({ billStatus: 'APPROVED', deliveryStatus: 'DELIVERED' })
    const [status, ...said] = await faults(id, { lrNo: 'Q1', packages: 4, vehicleNo: 'MH14CD5678' })
    expect(status).toBe(422)
    expect(said).toEqual(
      expect.arrayContaining([
        'lrNo: LR no cannot be changed: the bill of its transporter is approved',
        'packages: Packages cannot be changed: the bill of its transporter is approved',
        'vehicleNo: Vehicle no cannot be changed: the bill of its transporter is approved',
      ]),
    )
  })
})

describe('another date of an LR', () => {
  it('gives the promise, the being on time, the year of its number and the end of its claim that this day had given', async () => {
    const { id } = await booked({ lrDate: '2026-11-20' })
    await delivered(id, '2026-11-27'.replace('27', '25'))
    await db('lr').where({ id }).update({ claimStatus: 'NOTICE_DUE', claimDue: '2027-05-19' })
    const lane = { plantId: company.plantId, stateId: company.stateId, cityId: null, transMode: 'SURFACE' as const }
    const days = await exampleRow(db, expectedDeliveryDays, { ...lane, days: 4, dayType: 'CALENDAR' })
    expect((await correct(id, { lrDate: '2026-11-19' })).status).toBe(200)
    expect(await lrRow(id)).toMatchObject({
      lrDate: '2026-11-19',
      originalExpectedDate: '2026-11-23',
      expectedDeliveryDate: '2026-11-23',
      claimDue: '2027-05-18',
      fy: '2627',
    })
    expect(await db('shipment').where({ lrId: id }).first()).toMatchObject({ isOnTime: 0 })
    await db('expected_delivery_days').where({ id: days.id }).delete()
  })

  it('moves Part B, where nobody said when it was entered, and the end of the e-way bill by its distance', async () => {
    const { ids } = await billed()
    await clockAt()
    const lines = [{ invoiceId: ids[0], ewayBillNo: '271234567890' }]
    const asked = { lrDate: '2026-11-19', vehicleNo: 'MH04AB1001', distanceKm: 300, lines }
    const { id } = (await desk.post('/api/lrs', lrOver(ids, asked), key())).body
    const end = async () => (await db('lr_line').where({ lrId: id }).first('ewayValidTo')).ewayValidTo
    expect(await end()).toBe('2026-11-21T18:29:00.000Z')
    await clockAt('2026-11-25T06:30:00.000Z')
    expect((await correct(id, { lrDate: '2026-11-20' })).status).toBe(200)
    expect(await end()).toBe('2026-11-22T18:29:00.000Z')
    expect(await lrRow(id)).toMatchObject({ partBAt: '2026-11-20T12:30:00.000Z' })
  })

  it('has the freight of the lane of that day', async () => {
    const { id } = await booked()
    const way = { plantId: company.plantId, stateId: company.stateId, cityId: null, transMode: 'SURFACE' as const }
    const lane = { ...way, transporterId: company.transporterId, ratePerKg: 500, minFreight: 0 }
    await exampleRow(db, transporterMapping, { ...lane, validTo: '2026-11-19', validFrom: '2026-01-01' })
    expect((await correct(id, { lrDate: '2026-11-19' })).body).toMatchObject({ expectedFreight: 30_000 })
    expect((await correct(id, { freightTerms: 'TO_PAY', termsReason: 'They asked' })).body).toMatchObject({
      expectedFreight: null,
    })
    await db('transporter_mapping').delete()
  })

  it('lies between the last invoice and the first that was reported', async () => {
    const { id } = await booked()
    await report(id, 'IN_TRANSIT', '2026-11-21')
    expect(await faults(id, { lrDate: '2026-11-18' })).toEqual([
      400,
      'lrDate: LR date must not be before 19-11-2026, the date of its last invoice',
    ])
    expect(await faults(id, { lrDate: '2026-11-22' })).toEqual([
      400,
      'lrDate: LR date must not be after 21-11-2026, when the first was reported of the goods',
    ])
    expect((await correct(id, { lrDate: '2026-11-21' })).status).toBe(200)
    expect(await db('tracking_event').where({ lrId: id, eventCode: 'BOOKED' }).first()).toMatchObject({
      eventOn: '2026-11-21',
      eventAt: null,
    })
  })
})

describe('terms and value of an LR', () => {
  it('that surprise are corrected with their reason, and the goods bear the freight whoever pays it', async () => {
    const { id } = await booked()
    expect(await faults(id, { freightTerms: 'TO_PAY' })).toEqual([
      400,
      expect.stringContaining('termsReason: Why the consignee pays is required'),
    ])
    expect((await correct(id, { freightTerms: 'TO_PAY', termsReason: 'Agreed by mail' })).status).toBe(200)
    expect(await db('lr_line').where({ lrId: id })).toMatchObject([{ freightShare: 100_000 }])
    expect((await correct(id, { freightTerms: 'FOR' })).body).toMatchObject({ termsReason: null })
    await correct(id, { valueReason: null })
    expect(await faults(id, { declaredValue: 100_000 })).toEqual([
      400,
      expect.stringContaining('valueReason: Why another value is declared is required'),
    ])
  })
})

describe('another transporter of an LR', () => {
  it('reads it, and the former one no longer does', async () => {
    const { id } = await booked()
    await delivered(id)
    expect((await transporter.get(`/api/lrs/${id}`)).status).toBe(200)
    expect((await correct(id, { transporterId: other.id })).status).toBe(200)
    expect((await transporter.get(`/api/lrs/${id}`)).status).toBe(404)
    expect((await cityLine.get(`/api/lrs/${id}`)).status).toBe(200)
  })
})

describe('an LR on a bill that is not approved', () => {
  it('stays with its transporter and its terms until it is taken off that bill, which is named', async () => {
    const [one, two] = [await booked(), await booked()]
    const bill = (await enter(await billOf([one, two]))).body
    const exit = `take it off bill ${bill.billNo} first, or have that bill withdrawn`
    expect(await faults(one.id, { transporterId: other.id })).toEqual([
      422,
      `transporterId: Transporter must stay while LR ${one.lrNo} is on bill ${bill.billNo} of VRL Logistics: ${exit}`,
    ])
    expect(await faults(one.id, { freightTerms: 'TO_PAY', termsReason: 'Agreed' })).toEqual([
      422,
      `freightTerms: Freight terms must not be TO_PAY while LR ${one.lrNo} is on bill ${bill.billNo} of VRL Logistics: ${exit}`,
    ])
    const { rowVersion } = await billRow(bill.id)
    const taken = await transporter.patch(`/api/dispatches/lr-transporter-bill/${bill.id}`, {
      ...{ rowVersion, reason: 'LR of another', billNo: bill.billNo, billDate: bill.billDate, baseAmount: 100_000 },
      attachmentId: bill.attachmentId,
      lines: [{ lrId: two.id, billedFreight: 100_000 }],
    })
    expect(taken.status).toBe(200)
    expect((await correct(one.id, { transporterId: other.id })).status).toBe(200)
  })

  it('keeps a date that the bill could have', async () => {
    const { id, lrNo } = await booked()
    const bill = (await enter(await billOf([{ id }], { billDate: '2026-11-21' }))).body
    expect(await faults(id, { lrDate: '2026-11-23' })).toEqual([
      422,
      `lrDate: LR date must not be after 21-11-2026, the date of bill ${bill.billNo} of VRL Logistics: take it off bill ${bill.billNo} first, or have that bill withdrawn`,
    ])
    expect(lrNo).toBeTruthy()
  })

  it('matches it again when its freight is corrected, and Finance finds it in the history of the bill', async () => {
    const { id, lrNo } = await booked()
    const bill = (await enter(await billOf([{ id }]))).body
    expect(bill.status).toBe('MATCHED')
    expect((await correct(id, { freightAmount: 80_000 })).status).toBe(200)
    expect(await billRow(bill.id)).toMatchObject({ status: 'DISPUTED' })
    expect(await linesOf(bill.id)).toMatchObject([{ expectedFreight: 80_000, variance: 20_000, isMatched: 0 }])
    expect(await lrRow(id)).toMatchObject({ billStatus: 'DISPUTED' })
    const history = await finance.get(`/api/history?resource=dispatches/lr-transporter-bill&rowId=${bill.id}`)
    expect(JSON.stringify(history.body)).toContain(
      `LR ${lrNo} was corrected (Misread): ₹ 800.00 agreed for it instead of ₹ 1,000.00`,
    )
    expect((await correct(id, { freightAmount: 100_000 })).status).toBe(200)
    expect(await billRow(bill.id)).toMatchObject({ status: 'MATCHED' })
  })
})

describe('an LR on its way whose bill is approved', () => {
  it('gets another vehicle, and the bill stays as it was approved', async () => {
    const { id } = await booked()
    const bill = (await enter(await billOf([{ id }]))).body
    await db('transporter_bill').where({ id: bill.id }).update({ status: 'APPROVED' })
    await db('lr').where({ id }).update({ billStatus: 'APPROVED', expectedFreight: 70_000 })
    expect((await correct(id, { vehicleNo: 'MH14CD5678' })).status).toBe(200)
    expect(await billRow(bill.id)).toMatchObject({ status: 'APPROVED' })
    expect(await linesOf(bill.id)).toMatchObject([{ expectedFreight: 100_000 }])
  })
})

describe('packages of an LR', () => {
  it('that its accepted POD does not count let the POD be verified again, as a task of the desk', async () => {
    const { id, lrNo } = await booked()
    await delivered(id)
    const scan = await world.scan(transporter, 'POD')
    const proof = await transporter.post('/api/pods', {
      ...{ lrId: id, attachmentId: scan, deliveredOn: '2026-11-24', receivedBy: 'Keeper', packagesReceived: 10 },
    })
    expect(proof.status).toBe(201)
    const verify = (action: string, asked = {}) => step(desk, action, proof.body.id, asked, '/api/pods', 'pod')
    expect((await verify('accept')).status).toBe(201)
    expect((await correct(id, { packages: 12 })).status).toBe(200)
    expect(await lrRow(id)).toMatchObject({
      podStatus: 'UPLOADED',
      deskTask: 'POD counts 10 packages, and the LR has 12 now: verify it again',
    })
    expect(await db('lr_line').where({ lrId: id })).toMatchObject([{ packages: 12 }])
    expect((await verify('accept')).body.message).toBe(
      `POD counts 10 packages, and LR ${lrNo} has 12: reject it and upload one that fits, or correct the packages of the LR`,
    )
    expect((await correct(id, { packages: 10 })).status).toBe(200)
    expect(await lrRow(id)).toMatchObject({ deskTask: null })
    expect((await verify('accept')).status).toBe(201)
  })

  it('are no more than an invoice that goes in parts has left', async () => {
    await clockAt()
    const { ids, invoices } = await billed([20_000, 0])
    const items = async (qty: number) => [
      { invoiceLineId: (await db('invoice_line').where({ invoiceId: ids[0] }).first('id')).id, qty },
    ]
    const part = async (qty: number, packages: number, challanNo: string | null) => {
      const line = { invoiceId: ids[0], packages, packagesInAll: 10, challanNo, items: await items(qty) }
      const made = await desk.post('/api/lrs', lrOver(ids, { packages, lines: [line] }), key())
      expect(made.status).toBe(201)
      return made.body.id as number
    }
    const first = await part(8_000, 4, null)
    await part(12_000, 6, 'DC1')
    expect(await faults(first, { packages: 5 })).toEqual([
      400,
      `packages: Packages make 5 of invoice ${invoices[0]!.invoiceNo}, which has 10, and 6 are on other LRs: at most 4 of it can be on this one`,
    ])
  })
})

describe('two who correct and one who reports at the same moment', () => {
  it('lose nothing', async () => {
    const { id } = await booked()
    const { rowVersion } = await lrRow(id)
    const ask = (changes: object) => desk.patch(`/api/lrs/${id}`, { rowVersion, reason: 'Misread', ...changes })
    const [one, two, event] = await Promise.all([
      ask({ lrNo: `THREE${id}` }),
      ask({ packages: 11 }),
      report(id, 'IN_TRANSIT', '2026-11-24'),
    ])
    expect(event.status).toBe(201)
    for (const [answer, changes] of [
      [one, { lrNo: `THREE${id}` }],
      [two, { packages: 11 }],
    ] as const)
      if (answer.status !== 200) {
        expect(answer.status).toBe(409)
        expect((await correct(id, changes)).status).toBe(200)
      }
    expect(await lrRow(id)).toMatchObject({ lrNo: `THREE${id}`, packages: 11, deliveryStatus: 'IN_TRANSIT' })
    expect(await db('lr_line').where({ lrId: id })).toMatchObject([{ packages: 11 }])
  })
})
