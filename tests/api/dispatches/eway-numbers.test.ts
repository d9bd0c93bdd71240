/** @module-tag locks */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { resourceNamed } from '../../../resources/registry.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { createInvoice } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'

const { portal, company, desk, clockAt, key, lrOver, close } = await dispatchDesk()
afterAll(close)
beforeEach(() => clockAt())

let last = 331000000000
const newNumber = () => String(++last)
const billed = async (more: object = {}) =>
  (await createInvoice(portal.db, company, null, { grossValue: 6_000_000, ...more })).id
const over = (invoiceId: number, line: object, more: object = {}) =>
  lrOver([], { lines: [{ invoiceId, ...line }], ...more })
const book = (invoiceId: number, line: object, more: object = {}) =>
  desk.post('/api/lrs', over(invoiceId, line, more), key())
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof book>>) => [
  status,
  body.errors?.[0]?.field,
  body.errors?.[0]?.message ?? body.message,
]

const EACH = 'each belongs to one movement of one invoice, so enter another'

describe('the number of an e-way bill', () => {
  it('stands on one movement of one invoice, and is free again once its LR is cancelled', async () => {
    const number = newNumber()
    const first = await book(await billed(), { ewayBillNo: number })
    expect(first.status).toBe(201)
    const other = await billed()
    expect(refusalOf(await book(other, { ewayBillNo: number }))).toEqual([
      400,
      'lines[0].ewayBillNo',
      `E-way bill ${number} is on LR ${first.body.lrNo}: ${EACH}`,
    ])
    const event = { lrId: first.body.id, eventCode: 'CANCELLED', eventAt: '2026-11-20T06:30:00.000Z' }
    expect((await desk.post('/api/tracking-events', event)).status).toBe(201)
    expect((await book(other, { ewayBillNo: number })).status).toBe(201)
  })

  it('is not entered for two invoices of one LR, nor for an invoice other than SAP says', async () => {
    const number = newNumber()
    const ids = [await billed(), await billed()]
    const lines = ids.map(invoiceId => ({ invoiceId, ewayBillNo: number }))
    const weighs = { actualWeightKg: 110_000, chargedWeightKg: 110_000 }
    expect(refusalOf(await desk.post('/api/lrs', lrOver([], { lines, ...weighs }), key()))).toEqual([
      400,
      'lines[1].ewayBillNo',
      `E-way bill ${number} is entered for another invoice too: ${EACH}`,
    ])
    const synced = newNumber()
    const of = await createInvoice(portal.db, company, null, { grossValue: 6_000_000, ewayBillNo: synced })
    expect(refusalOf(await book(await billed(), { ewayBillNo: synced }))[2]).toBe(
      `E-way bill ${synced} is that of invoice ${of.invoiceNo}: ${EACH}`,
    )
    expect((await book(of.id, { ewayBillNo: synced })).status).toBe(201)
  })

  it('is that of one alone where three enter it at once', async () => {
    const number = newNumber()
    const ids = [await billed(), await billed(), await billed()]
    const answers = await Promise.all(ids.map(id => book(id, { ewayBillNo: number })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    for (const answer of answers.filter(({ status }) => status === 400))
      expect(refusalOf(answer)[2]).toMatch(new RegExp(`^E-way bill ${number} is on LR .*: ${EACH}$`))
    expect(await portal.db('lr_line').where({ ewayHeld: number })).toHaveLength(1)
  })

  it('is corrected to one that is free, and two of one LR may change places', async () => {
    const [taken, one, two] = [newNumber(), newNumber(), newNumber()]
    await book(await billed(), { ewayBillNo: taken })
    const ids = [await billed(), await billed()]
    const lines = ids.map((invoiceId, index) => ({ invoiceId, ewayBillNo: [one, two][index] }))
    const weighs = { actualWeightKg: 110_000, chargedWeightKg: 110_000 }
    const { id } = (await desk.post('/api/lrs', lrOver([], { lines, ...weighs }), key())).body
    const correct = async (ewayBills: object[]) => {
      const { rowVersion } = (await desk.get(`/api/lrs/${id}`)).body
      return desk.patch(`/api/lrs/${id}`, { rowVersion, reason: 'Mixed up', ewayBills })
    }
    expect(refusalOf(await correct([{ invoiceId: ids[0], ewayBillNo: taken }]))[1]).toBe('ewayBills[0].ewayBillNo')
    const changed = [
      { invoiceId: ids[0], ewayBillNo: two },
      { invoiceId: ids[1], ewayBillNo: one },
    ]
    expect((await correct(changed)).status).toBe(200)
    expect(await portal.db('lr_line').where({ lrId: id }).orderBy('invoiceId').pluck('ewayHeld')).toEqual([two, one])
  })

  it('has twelve digits and begins with none that is 0', async () => {
    const id = await billed()
    for (const ewayBillNo of ['33100000000', '033100000001', '33100000000A'])
      expect(refusalOf(await book(id, { ewayBillNo }))).toEqual([
        400,
        'lines[0].ewayBillNo',
        expect.stringContaining('must be an e-way bill number of 12 digits'),
      ])
  })
})

describe('an e-way bill that has ended', () => {
  const ENDED = { ewayValidTo: '2026-11-20T05:30:00.000Z' }

  it('is refused when the LR is booked or corrected', async () => {
    const number = newNumber()
    const id = await billed()
    expect(refusalOf(await book(id, { ewayBillNo: number, ...ENDED }))).toEqual([
      400,
      'lines[0].ewayBillNo',
      `E-way bill ${number} ended on 20-11-2026 at 11:00, before the goods leave: extend it and enter its new end, or enter a new one`,
    ])
    const { body } = await book(id, { ewayBillNo: number })
    const { rowVersion } = (await desk.get(`/api/lrs/${body.id}`)).body
    const ewayBills = [{ invoiceId: id, ewayBillNo: number, ...ENDED }]
    const corrected = await desk.patch(`/api/lrs/${body.id}`, { rowVersion, reason: 'Its end', ewayBills })
    expect(refusalOf(corrected)[1]).toBe('ewayBills[0].ewayBillNo')
  })

  it('lets no goods leave: the departure is refused until its new end is entered', async () => {
    const number = newNumber()
    const id = await billed()
    const { body } = await book(id, { ewayBillNo: number, ewayValidTo: '2026-11-20T18:29:00.000Z' })
    await clockAt('2026-11-21T06:30:00.000Z')
    const leave = () =>
      desk.post('/api/tracking-events', {
        lrId: body.id,
        eventCode: 'IN_TRANSIT',
        eventAt: '2026-11-21T06:00:00.000Z',
      })
    expect(refusalOf(await leave())).toEqual([
      422,
      'eventAt',
      expect.stringContaining(`E-way bill ${number} ended on 20-11-2026 at 23:59, before the goods leave`),
    ])
    const { rowVersion } = (await desk.get(`/api/lrs/${body.id}`)).body
    const ewayBills = [{ invoiceId: id, ewayBillNo: number, ewayValidTo: '2026-11-22T18:29:00.000Z' }]
    expect((await desk.patch(`/api/lrs/${body.id}`, { rowVersion, reason: 'Extended', ewayBills })).status).toBe(200)
    expect((await leave()).status).toBe(201)
  })
})

describe('the value of an e-way bill', () => {
  it('leaves exempt goods of a mixed invoice out, and counts those of an invoice of exempt goods alone', async () => {
    const [, exempt] = company.productIds
    await portal.db('products').where({ id: exempt }).update({ gstRate: 0 })
    try {
      const lineValues = async (invoiceId: number, [taxed, free]: [number, number]) => {
        const lines = portal.db('invoice_line').where({ invoiceId })
        await lines
          .clone()
          .whereNot({ productId: exempt })
          .update({ netValue: taxed, taxValue: taxed * 0.18 })
        await lines.clone().where({ productId: exempt }).update({ netValue: free, taxValue: 0 })
        return invoiceId
      }
      const mixed = await lineValues(await billed({ grossValue: 9_360_000 }), [2_000_000, 7_000_000])
      expect((await desk.post('/api/lrs', lrOver([mixed]), key())).status).toBe(201)
      const above = await lineValues(await billed({ grossValue: 9_310_000 }), [4_500_000, 4_000_000])
      expect(refusalOf(await desk.post('/api/lrs', lrOver([above]), key()))[2]).toContain(
        '₹ 53,100.00 is above ₹ 50,000.00',
      )
      const alone = await createInvoice(portal.db, company, null, { grossValue: 7_000_000 }, [0, 5_000])
      await lineValues(alone.id, [0, 7_000_000])
      const light = { actualWeightKg: 5_000, chargedWeightKg: 5_000 }
      expect(refusalOf(await desk.post('/api/lrs', lrOver([alone.id], light), key()))[2]).toContain(
        '₹ 70,000.00 is above ₹ 50,000.00',
      )
      const proposal = await desk.get(`/api/lr-proposal?invoiceIds=${above}`)
      expect(proposal.body.lines[0]).toMatchObject({ value: 9_310_000, ewayValue: 5_310_000, ewayAbove: 5_000_000 })
    } finally {
      await portal.db('products').where({ id: exempt }).update({ gstRate: 1800 })
    }
  })

  it('is measured by the rule of the day, and says where that is not confirmed', async () => {
    const rule = (amount: number | null, more: object) =>
      exampleRow(portal.db, resourceNamed('e-way-threshold'), {
        ...{ stateId: company.stateId, movement: 'WITHIN_CITY', amount, isUnconfirmed: false },
        ...more,
      })
    const { name } = await portal.db('state').where({ id: company.stateId }).first('name')
    await portal.db('plant').where({ id: company.plantId }).update({ cityId: company.cityId })
    const rules = [
      await rule(null, { validFrom: '2018-04-01', validTo: '2026-11-18' }),
      await rule(5_500_000, { validFrom: '2026-11-19', isUnconfirmed: true }),
    ]
    const id = await billed({ invoiceDate: '2026-11-17' })
    const lrDate = { lrDate: '2026-11-18' }
    expect(refusalOf(await desk.post('/api/lrs', lrOver([id]), key()))[2]).toBe(
      `E-way bill is required for invoice ${(await portal.db('invoice').where({ id }).first()).invoiceNo}: ₹ 60,000.00 is above ₹ 55,000.00; the threshold of ${name} is not confirmed`,
    )
    expect((await desk.post('/api/lrs', lrOver([id], lrDate), key())).status).toBe(201)
    await portal
      .db('e_way_threshold')
      .whereIn(
        'id',
        rules.map(row => row.id),
      )
      .delete()
  })
})

describe('a number plate on an LR', () => {
  it.each(['22 BH 1234 AA', 'T0126MH1234AB', '↑07C123456X', 'DL 1 AB 123', '77 CD 12'])('may be %s', async plate => {
    const { status, body } = await book(await billed({ grossValue: 100_000 }), {}, { vehicleNo: plate })
    expect(status).toBe(201)
    const stored = await portal.db('lr').where({ id: body.id }).first('vehicleNo')
    expect(stored.vehicleNo).toBe(plate.replaceAll(' ', ''))
  })

  it.each(['TRUCK', 'BH221234AA', 'MH12ABCD1234', 'T1326MH1234A'])('is none as %s', async vehicleNo => {
    expect(refusalOf(await book(await billed({ grossValue: 100_000 }), {}, { vehicleNo }))).toEqual([
      400,
      'vehicleNo',
      expect.stringContaining('must be a number plate such as MH12AB1234'),
    ])
  })
})
