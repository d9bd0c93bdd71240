import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { askAboutBills } from '../../../api/dispatches/eway/ask-about-bills.ts'
import { tellNewVehicle } from '../../../api/dispatches/eway/new-vehicle.ts'
import { transact } from '../../../api/platform/transact.ts'
import { instantOf } from '../../../resources/define/dates.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { ewayDesk, GSTIN } from '../../support/dispatches/eway-desk.ts'
import { createInvoice } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'

const of = await ewayDesk()
const { portal, company, simulator, booked, generate, onBill, act, lastCall, billOf, withBill, clockAt, desk, key } = of
const { db } = portal
afterAll(of.close)

const CARRIER = '27AAACV1234C1Z5'
const here = () => ({ place: 'Bhiwandi', stateId: company.stateId })

beforeEach(async () => {
  await clockAt()
  await db('pin_distance').delete()
  await db('eway_call').whereIn('status', ['READY', 'RETRY', 'SENDING']).update({ status: 'CANCELLED' })
  await db('eway_session').update({ signIns: 0, pausedUntil: null, validUntil: null })
  await db('transporter').update({ gstin: CARRIER, transporterEwayId: null })
  await db('customer').update({ gstin: null, gstRegistrationType: 'UNREGISTERED' })
  await db('ship_to').update({ gstin: null })
  await simulator.forgetSignIns()
  await simulator.tell({ mode: 'well', times: 0 })
  await simulator.switches({ shipToGstin: false })
  await simulator.seen()
})

/** The transporter enters Part B of a bill on the portal itself. */
const enteredByCarrier = async (ewayBillNo: string, vehicleNo: string, enteredDate = '20/11/2026 13:00:00') => {
  const { vehicles } = (await simulator.bill(ewayBillNo)) as { vehicles: object[] }
  const own = { vehicleNo, fromPlace: 'Pune', tripshtNo: 0, userGSTINTransin: CARRIER, enteredDate, groupNo: '0' }
  await simulator.change(ewayBillNo, { vehicles: [...vehicles, own] })
}

/** Each of these LRs is reported on a vehicle. */
async function onVehicle(lrIds: readonly number[], eventCode: string, vehicleNo: string) {
  for (const lrId of lrIds) {
    const event = { lrId, eventCode, eventOn: '2026-11-20', vehicleNo, location: 'Bhiwandi' }
    expect((await desk.post('/api/tracking-events', event)).status).toBe(201)
  }
}

describe('an e-way bill that the transporter holds', () => {
  it('becomes its task with a deadline, done once the portal shows the vehicle', async () => {
    const { lrId, bill } = await withBill()
    await enteredByCarrier(bill.ewayBillNo, 'MH14AA0001')
    const event = {
      lrId,
      eventCode: 'IN_TRANSIT',
      eventOn: '2026-11-20',
      vehicleNo: 'MH14CD5678',
      location: 'Bhiwandi',
    }
    expect((await desk.post('/api/tracking-events', event)).status).toBe(201)
    await portal.runDue()
    expect(await lastCall()).toMatchObject({
      action: 'VEHEWB',
      status: 'CANCELLED',
      errorCodes: '635',
      errorText: 'The transporter has entered Part B: only the transporter can change the vehicle. It is asked to.',
    })
    expect(await billOf(lrId)).toMatchObject({
      holder: 'TRANSPORTER',
      task: 'PART_B',
      taskText: 'enter vehicle MH14CD5678',
      taskDue: '2026-11-21T06:30:00.000Z',
    })
    const theirs = await of.transporter.get('/api/dispatches/eway-bills?task[$ne]=NONE')
    expect(theirs.body.data.map(({ ewayBillNo }: { ewayBillNo: string }) => ewayBillNo)).toEqual([bill.ewayBillNo])
    const next = { ...event, eventCode: 'AT_HUB', vehicleNo: 'MH14CD9999' }
    expect((await desk.post('/api/tracking-events', next)).status).toBe(201)
    expect(await billOf(lrId)).toMatchObject({ taskText: 'enter vehicle MH14CD9999' })
    expect((await lastCall()).action).toBe('VEHEWB')
    await enteredByCarrier(bill.ewayBillNo, 'MH14CD9999', '20/11/2026 14:00:00')
    expect(await askAboutBills(db)).toBeGreaterThan(0)
    expect(await askAboutBills(db)).toBe(0)
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ task: 'NONE', taskDue: null, vehicleNo: 'MH14CD9999' })
    expect(await db('lr').where('id', lrId).first()).toMatchObject({ partBVehicleNo: 'MH14CD9999', partBDue: 0 })
  })

  it('is extended by the transporter, who says when it is done', async () => {
    const { lrId, bill } = await withBill()
    await clockAt(instantOf('2026-11-21', '20:00'))
    const inputs = { ...here(), remainingKm: 50, reason: 'CALAMITY', remark: 'Flood', pincode: '421302' }
    const asked = await onBill('extend', bill.id, inputs)
    expect([asked.status, asked.body.messages ?? asked.body.message]).toMatchObject([201, expect.anything()])
    expect(JSON.stringify(asked.body)).toContain(
      'Only the transporter can: it is asked to extend it by 21-11-2026 23:59.',
    )
    expect(await billOf(lrId)).toMatchObject({ task: 'EXTEND', taskDue: instantOf('2026-11-21', '23:59') })
    expect((await act('dispatches/eway-bills', 'extend', 'eway_bill', bill.id, inputs, of.transporter)).status).toBe(
      403,
    )
    const done = await act('dispatches/eway-bills', 'reportDone', 'eway_bill', bill.id, {}, of.transporter)
    expect(done.status, JSON.stringify(done.body)).toBe(201)
    expect(await billOf(lrId)).toMatchObject({ task: 'NONE' })
    expect(await lastCall()).toMatchObject({ action: 'GETEWAYBILL', status: 'READY' })
  })

  it('is told of a new vehicle by kind: sent, asked, ended, and by hand where it is not known who holds it', async () => {
    const [sent, theirs, ended, hand] = [await withBill(), await withBill(), await withBill(), await booked()]
    await db('eway_bill').where('id', theirs.bill.id).update({ partBBy: 'TRANSPORTER', holder: 'TRANSPORTER' })
    await db('eway_bill').where('id', ended.bill.id).update({ validTo: '2026-11-19T18:29:00.000Z' })
    const typed = { ewayBillNo: '271099999901', ewayDocNo: hand.invoices[0]!.invoiceNo, ewayHeld: '271099999901' }
    await db('lr_line').where('id', hand.lines[0]!.id).update(typed)
    const { id: _, ...like } = await db('eway_bill').where('id', sent.bill.id).first()
    await db('eway_bill').insert({
      ...like,
      ewayBillNo: '271099999901',
      lrId: hand.lrId,
      lrLineId: hand.lines[0]!.id,
      via: 'HAND',
      gstin: null,
    })
    const change = {
      lrIds: [sent, theirs, ended, hand].map(({ lrId }) => lrId),
      ...{
        vehicleNo: 'MH14ZZ0001',
        place: 'Bhiwandi',
        stateId: company.stateId,
        pincode: '421302',
        at: '2026-11-20T06:00:00.000Z',
      },
      ...{ reasonCode: 'BREAKDOWN' as const, remark: null, requestKey: 'trip-1' },
    }
    const told = await transact(db, trx => tellNewVehicle(trx, change))
    expect(told).toEqual({
      sent: [sent.bill.ewayBillNo],
      asked: [theirs.bill.ewayBillNo],
      ended: [ended.bill.ewayBillNo],
      byHand: ['271099999901'],
    })
    const calls = () => db('eway_call').where('idempotencyKey', 'like', 'vehicle-trip-1%')
    expect(await calls()).toHaveLength(1)
    await transact(db, trx => tellNewVehicle(trx, change))
    expect(await calls()).toHaveLength(1)
  })

  it('of several LRs is one consolidated call', async () => {
    const all = [await withBill(), await withBill(), await withBill()]
    const change = {
      lrIds: all.map(({ lrId }) => lrId),
      ...{
        vehicleNo: 'MH14ZZ0002',
        place: 'Bhiwandi',
        stateId: company.stateId,
        pincode: '421302',
        at: '2026-11-20T06:00:00.000Z',
      },
      ...{ reasonCode: 'TRANSHIPMENT' as const, remark: null, requestKey: 'trip-2' },
    }
    await transact(db, trx => tellNewVehicle(trx, change))
    await onVehicle(change.lrIds, 'IN_TRANSIT', 'MH14ZZ0002')
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ action: 'GENCEWB', status: 'DONE' })
    const numbers = await db('lr').whereIn('id', change.lrIds).pluck('consolidatedEwayNo')
    expect(new Set(numbers).size).toBe(1)
    expect(numbers[0]).toMatch(/^\d{10}$/)
    const next = { ...change, vehicleNo: 'MH14ZZ0003', requestKey: 'trip-3' }
    await transact(db, trx => tellNewVehicle(trx, next))
    await onVehicle(change.lrIds, 'AT_HUB', 'MH14ZZ0003')
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ action: 'REGENTRIPSHEET', status: 'DONE' })
    expect(await db('eway_bill').whereIn('lrId', change.lrIds).pluck('vehicleNo')).toEqual(Array(3).fill('MH14ZZ0003'))
  })
})

describe('what the portal knows of an e-way bill', () => {
  it('is taken over where SAP made it, never made again', async () => {
    const made = await withBill()
    await simulator.seen()
    const invoice = await createInvoice(db, company, null, { grossValue: 6_000_000, ewayBillNo: '291077777701' })
    const { bill } = made
    const shown = await simulator.bill(bill.ewayBillNo)
    await simulator.change(bill.ewayBillNo, {})
    expect(shown).toMatchObject({ status: 'ACT' })
    const { body, status } = await desk.post(
      '/api/lrs',
      of.lrOver([invoice.id], {
        lines: [{ invoiceId: invoice.id, ewayBillNo: '291077777701' }],
        declaredValue: 6_000_000,
        vehicleNo: 'MH12AB1234',
      }),
      key(),
    )
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await billOf(body.id)).toMatchObject({ via: 'SAP', holder: 'UNKNOWN', status: 'ACTIVE' })
    expect(await lastCall()).toMatchObject({ action: 'GETEWAYBILL', status: 'READY' })
    await portal.runDue()
    expect(await lastCall()).toMatchObject({
      status: 'FAILED_BUSINESS',
      errorText: 'The e-way bill number is not valid.',
    })
    expect((await simulator.seen()).calls.filter(({ action }) => action === 'GENEWAYBILL')).toEqual([])
  })

  it('shows that an officer verified it and that the other party rejected it', async () => {
    const { lrId, bill, lines } = await withBill()
    await simulator.change(bill.ewayBillNo, { verified: true })
    expect((await onBill('fetchBill', bill.id)).status).toBe(201)
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ isVerified: 1 })
    const refused = await onBill('cancelBill', bill.id, { cancelReason: 'DUPLICATE', remark: 'Twice' })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'An officer has verified the e-way bill: it cannot be cancelled',
    ])
    await simulator.change(bill.ewayBillNo, { rejectStatus: 'Y' })
    await onBill('fetchBill', bill.id)
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ status: 'REJECTED' })
    expect(await db('lr_line').where('id', lines[0]!.id).first()).toMatchObject({ ewayBillNo: null })
    expect(await db('notification').orderBy('id', 'desc').first()).toMatchObject({
      title: `E-way bill ${bill.ewayBillNo} was rejected`,
    })
  })

  it('says that an officer verified it where nobody has asked before', async () => {
    const { bill } = await withBill()
    await simulator.change(bill.ewayBillNo, { verified: true })
    await onBill('cancelBill', bill.id, { cancelReason: 'DUPLICATE', remark: 'Twice' })
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ status: 'FAILED_BUSINESS', errorCodes: '316', errorField: 'status' })
  })
})

describe('Part A', () => {
  it('of two addresses of one GSTIN is regular, and of another GSTIN bill-to and ship-to', async () => {
    const registered = { gstin: CARRIER, gstRegistrationType: 'REGULAR' }
    const sent = async () => {
      const calls = (await simulator.seen()).calls.filter(({ action }) => action === 'GENEWAYBILL')
      return calls.at(-1)!.data
    }
    await db('ship_to').update({ gstin: CARRIER })
    await withBill()
    expect(await sent()).toMatchObject({ transactionType: 2, toGstin: 'URP', shipToGSTIN: CARRIER })
    await db('customer').update(registered)
    const irn = 'b'.repeat(64)
    const same = await booked({}, { irn })
    await generate(same.lines[0]!.id)
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ action: 'GENBYIRN', status: 'DONE' })
  })

  it('names every ship-to only where the setting says so, as the portal then wants it', async () => {
    await simulator.switches({ shipToGstin: true })
    const made = await booked()
    await generate(made.lines[0]!.id)
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ status: 'FAILED_BUSINESS', errorText: 'The consignee’s name is missing.' })
    const admin = await personWith(portal, ['SYS_ADMIN'])
    expect(admin).toBeDefined()
    await exampleRow(db, resourceNamed('app-setting'), { key: 'eway.ship_to_gstin', value: 'true', valueType: 'BOOL' })
    await act('dispatches/eway-calls', 'sendAgain', 'eway_call', (await lastCall()).id)
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ status: 'DONE' })
    await db('app_setting').where('key', 'eway.ship_to_gstin').delete()
  })

  it('closes one only where the setting says so, as the portal then takes it', async () => {
    const { lrId, bill } = await withBill()
    const off = await onBill('closeBill', bill.id)
    expect([off.status, off.body.message]).toEqual([
      422,
      'The portal takes no closures yet: they are on hold, and off in the settings (Close e-way bills)',
    ])
    await exampleRow(db, resourceNamed('app-setting'), { key: 'eway.closure', value: 'true', valueType: 'BOOL' })
    await simulator.switches({ closure: true })
    expect((await onBill('closeBill', bill.id)).status).toBe(201)
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ status: 'CLOSED' })
    expect((await db('lr_line').where({ lrId }).first()).ewayBillNo).toBe(bill.ewayBillNo)
    await db('app_setting').where('key', 'eway.closure').delete()
  })

  it('takes a TRANSIN that begins with 88, and no vehicle', async () => {
    await db('transporter').update({ gstin: null, transporterEwayId: '88AAACV1234C1Z5' })
    const made = await booked({ vehicleNo: null })
    expect((await generate(made.lines[0]!.id)).status).toBe(201)
    await portal.runDue()
    expect(await billOf(made.lrId)).toMatchObject({
      status: 'PART_A',
      validTo: null,
      namedTransporter: '88AAACV1234C1Z5',
    })
    const event = {
      lrId: made.lrId,
      eventCode: 'IN_TRANSIT',
      eventOn: '2026-11-20',
      vehicleNo: 'MH14CD5678',
      location: 'Bhiwandi',
    }
    expect((await desk.post('/api/tracking-events', event)).status).toBe(201)
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ action: 'VEHEWB', status: 'DONE' })
    expect(await billOf(made.lrId)).toMatchObject({ status: 'ACTIVE', vehicleNo: 'MH14CD5678' })
  })

  it.each([
    [
      'an old document',
      async () => ({ ofInvoice: { invoiceDate: '2026-05-01' } }),
      /more than 180 days ago: the portal takes documents from 24-05-2026$/,
    ],
    [
      'a short HSN code',
      async () => void (await db('products').update({ hsnCode: '2915' })),
      /^The HSN code 2915 of .* must have 6 or 8 digits: correct the product$/,
    ],
    [
      'neither transporter id nor vehicle',
      async () => {
        await db('transporter').update({ gstin: null })
        return { more: { vehicleNo: null } }
      },
      /has no GSTIN or TRANSIN, and the LR no vehicle: enter one of them$/,
    ],
  ])('is refused before the portal is asked for %s', async (_, prepare, sentence) => {
    const { more, ofInvoice } = ((await prepare()) ?? {}) as { more?: object; ofInvoice?: object }
    const made = await booked({ backdateReason: 'Late paper', ...more }, { ...ofInvoice })
    const refused = await generate(made.lines[0]!.id)
    await db('products').update({ hsnCode: '29152100' })
    expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([422, expect.stringMatching(sentence)])
    expect((await simulator.seen()).calls).toEqual([])
  })
})

describe('without an account', () => {
  it('everything is by hand as before', async () => {
    await db('eway_account').update({ isActive: 0 })
    const made = await booked()
    const refused = await generate(made.lines[0]!.id)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringMatching(/has no account at the e-way portal: enter the number by hand, or have an account set up$/),
    ])
    await db('eway_account').update({ isActive: 1 })
    expect(GSTIN).toHaveLength(15)
  })
})
