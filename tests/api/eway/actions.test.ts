import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { instantOf } from '../../../resources/define/dates.ts'
import { ewayDesk, GSTIN } from '../../support/dispatches/eway-desk.ts'

/** @module-tag sql */
describe.each(['NIC_ENCRYPTED', 'GSP_PLAIN'] as const)('the e-way portal by %s', async transport => {
  const of = await ewayDesk(transport)
  const { portal, company, simulator, booked, generate, onBill, act, lastCall, billOf, withBill, clockAt, close } = of
  const { db } = portal
  afterAll(close)
  beforeEach(async () => {
    await clockAt()
    await db('pin_distance').delete()
    await db('eway_session').update({ signIns: 0, pausedUntil: null })
    await simulator.forgetSignIns()
    await simulator.seen()
  })
  const here = () => ({ place: 'Bhiwandi', stateId: company.stateId })

  it('makes the e-way bill of an invoice, whose number, end and distance the LR shows', async () => {
    const { lrId, lines, invoices } = await booked()
    const shown = (await of.desk.get(`/api/lr-lines?lrId=${lrId}`)).body.data[0]
    expect(shown).toMatchObject({ ewayBillNo: null, ewayByPortal: true })
    const asked = await generate(lines[0]!.id)
    expect(asked.status, JSON.stringify(asked.body)).toBe(201)
    expect((await lastCall()).status).toBe('READY')
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ action: 'GENEWAYBILL', status: 'DONE', gstin: GSTIN })
    const bill = await billOf(lrId)
    expect(bill).toMatchObject({
      via: 'DIRECT',
      status: 'ACTIVE',
      holder: 'US',
      docNo: invoices[0]!.invoiceNo,
      vehicleNo: 'MH12AB1234',
      namedTransporter: '27AAACV1234C1Z5',
      validTo: instantOf('2026-11-21', '23:59'),
    })
    const line = await db('lr_line').where('id', lines[0]!.id).first()
    expect([line.ewayBillNo, line.ewayValidTo]).toEqual([bill.ewayBillNo, bill.validTo])
    expect(await db('lr').where('id', lrId).first()).toMatchObject({ partBVehicleNo: 'MH12AB1234', partBDue: 0 })
    expect(await db('pin_distance').select('fromPin', 'toPin', 'km', 'source')).toEqual([
      { fromPin: '411001', toPin: '421302', km: bill.distanceKm, source: 'PORTAL' },
    ])
    const [call] = (await simulator.seen()).calls
    expect(call!.data).toMatchObject({
      supplyType: 'O',
      subSupplyType: '1',
      docType: 'INV',
      transactionType: 1,
      fromGstin: GSTIN,
      toGstin: 'URP',
      totInvValue: 2950,
      transDistance: '0',
      transDocDate: '20/11/2026',
    })
  })

  it('tells the desk of a vehicle that changed where nobody knows the state, until somebody says it', async () => {
    const { lrId, bill } = await withBill()
    await simulator.seen()
    const event = { lrId, eventCode: 'IN_TRANSIT', eventOn: '2026-11-20', vehicleNo: 'MH14CD5678' }
    expect((await of.desk.post('/api/tracking-events', { ...event, location: 'A toll plaza' })).status).toBe(201)
    await portal.runDue()
    expect((await simulator.seen()).calls.map(({ action }) => action)).not.toContain('VEHEWB')
    const { lrNo } = await db('lr').where('id', lrId).first('lrNo')
    const rung = { title: `LR ${lrNo}: update Part B of its e-way bill` }
    expect(await db('notification').orderBy('id', 'desc').first('title')).toEqual(rung)
    const said = { vehicleNo: 'MH14CD5678', reason: 'BREAKDOWN', ...here() }
    expect((await onBill('enterVehicle', bill.id, said)).status).toBe(201)
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ vehicleNo: 'MH14CD5678' })
  })

  it('enters another vehicle, extends in its window, names a transporter and cancels', async () => {
    await db('transporter').update({ gstin: null })
    const { lrId, bill } = await withBill()
    const vehicle = { vehicleNo: 'DL1A123', reason: 'BREAKDOWN', ...here() }
    const other = await onBill('enterVehicle', bill.id, vehicle)
    const { lrNo } = await db('lr').where('id', lrId).first('lrNo')
    expect([other.status, other.body.message]).toEqual([
      422,
      `LR ${lrNo} is on vehicle MH12AB1234: report the new vehicle there, and the portal is told`,
    ])
    const event = { lrId, eventCode: 'IN_TRANSIT', eventOn: '2026-11-20', vehicleNo: 'DL1A123', location: 'Bhiwandi' }
    expect((await of.desk.post('/api/tracking-events', event)).status).toBe(201)
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ action: 'VEHEWB', status: 'DONE', errorText: null })
    expect(await billOf(lrId)).toMatchObject({ vehicleNo: 'DL01A0123', status: 'ACTIVE' })
    const inputs = { remainingKm: 100, reason: 'ACCIDENT', remark: 'Truck hit a wall', pincode: '421302', ...here() }
    const early = await onBill('extend', bill.id, inputs)
    expect([early.status, early.body.message]).toEqual([
      422,
      'It can be extended from 21-11-2026 15:59 to 22-11-2026 07:59',
    ])
    await clockAt(instantOf('2026-11-21', '20:00'))
    expect((await onBill('extend', bill.id, { ...inputs, remainingKm: 4000 })).body.errors[0]).toMatchObject({
      field: 'remainingKm',
      code: 'RANGE',
    })
    expect((await onBill('extend', bill.id, inputs)).status).toBe(201)
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ extendedTimes: 1, validTo: instantOf('2026-11-22', '23:59') })
    expect((await db('lr_line').where({ lrId }).first()).ewayValidTo).toBe(instantOf('2026-11-22', '23:59'))
    const late = await onBill('cancelBill', bill.id, { cancelReason: 'DUPLICATE', remark: 'Made twice' })
    expect([late.status, late.body.message]).toEqual([
      422,
      'It could be cancelled until 21-11-2026 12:00: 24 hours after its making',
    ])
    await db('transporter').update({ gstin: '27AAACV1234C1Z5' })
    expect((await onBill('nameTransporter', bill.id, { toTransporterId: company.transporterId })).status).toBe(201)
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ namedTransporter: '27AAACV1234C1Z5' })
  })

  it('cancels within 24 hours, keeps the number in the register and frees the line for another', async () => {
    const { lrId, lines, bill } = await withBill()
    expect((await onBill('cancelBill', bill.id, { cancelReason: 'DATA_ENTRY', remark: 'Wrong vehicle' })).status).toBe(
      201,
    )
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ status: 'CANCELLED', ewayBillNo: bill.ewayBillNo })
    expect(await db('lr_line').where('id', lines[0]!.id).first()).toMatchObject({ ewayBillNo: null, ewayHeld: null })
    expect((await generate(lines[0]!.id)).status).toBe(201)
    await portal.runDue()
    expect((await db('lr_line').where('id', lines[0]!.id).first()).ewayBillNo).not.toBe(bill.ewayBillNo)
  })

  it('consolidates two, whose next vehicle is one call with a new number', async () => {
    const { lrId, lines } = await booked({}, {}, 2)
    for (const { id } of lines) expect((await generate(id)).status).toBe(201)
    await portal.runDue()
    expect((await act('lrs', 'consolidateEway', 'lr', lrId, here())).status).toBe(201)
    await portal.runDue()
    const first = (await db('lr').where('id', lrId).first()).consolidatedEwayNo
    expect(first).toMatch(/^\d{10,12}$/)
    expect(await db('eway_bill').where({ lrId }).pluck('consolidatedNo')).toEqual([first, first])
    const event = {
      lrId,
      eventCode: 'IN_TRANSIT',
      eventOn: '2026-11-20',
      vehicleNo: 'MH14CD5678',
      location: 'Bhiwandi',
    }
    const told = await of.desk.post('/api/tracking-events', event)
    expect(told.status, JSON.stringify(told.body)).toBe(201)
    await portal.runDue()
    expect(await lastCall()).toMatchObject({ action: 'REGENTRIPSHEET', status: 'DONE' })
    const second = (await db('lr').where('id', lrId).first()).consolidatedEwayNo
    expect(second).not.toBe(first)
    expect(await db('eway_bill').where({ lrId }).pluck('vehicleNo')).toEqual(['MH14CD5678', 'MH14CD5678'])
    expect(await db('lr').where('id', lrId).first()).toMatchObject({ partBVehicleNo: 'MH14CD5678', partBDue: 0 })
    expect((await simulator.seen()).calls.filter(({ action }) => action === 'REGENTRIPSHEET')).toHaveLength(1)
  })

  it('moves goods in several vehicles', async () => {
    const { lrId, bill } = await withBill()
    const begin = {
      ...here(),
      toPlace: 'Pune',
      toStateId: company.stateId,
      quantity: 25,
      unit: 'NOS',
      reason: 'OTHERS',
      mode: 'SURFACE',
    }
    const without = await onBill('beginSeveral', bill.id, begin)
    expect([without.status, without.body.errors?.[0]?.message]).toEqual([
      400,
      'In words is required where the reason is Others',
    ])
    expect((await onBill('beginSeveral', bill.id, { ...begin, remark: 'Two small trucks' })).status).toBe(201)
    await portal.runDue()
    expect((await billOf(lrId)).groupNo).toMatch(/^\d+$/)
    expect((await onBill('addVehicle', bill.id, { vehicleNo: 'MH14CD5678', quantity: 10 })).status).toBe(201)
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ vehicleNo: 'MH14CD5678' })
    const change = { oldVehicleNo: 'MH14CD5678', vehicleNo: 'MH14CD9999', reason: 'BREAKDOWN', ...here() }
    expect((await onBill('changeInGroup', bill.id, change)).status).toBe(201)
    await portal.runDue()
    expect(await billOf(lrId)).toMatchObject({ vehicleNo: 'MH14CD9999' })
    const single = await onBill('enterVehicle', bill.id, { vehicleNo: 'MH14CD1111', reason: 'BREAKDOWN', ...here() })
    expect([single.status, single.body.message]).toEqual([
      422,
      'It moves in several vehicles: change the vehicle inside its group',
    ])
  })

  it('makes that of an invoice with an IRN by the IRN', async () => {
    await db('customer').update({ gstin: '27AAACV1234C1Z5', gstRegistrationType: 'REGULAR' })
    const waiting = await booked()
    const refused = await generate(waiting.lines[0]!.id)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      `Invoice ${waiting.invoices[0]!.invoiceNo} waits for the IRN: its e-way bill is made once SAP has it`,
    ])
    const irn = waiting.lrId.toString(16).padStart(64, 'a')
    await db('invoice').where('id', waiting.invoices[0]!.id).update({ irn })
    expect((await generate(waiting.lines[0]!.id)).status).toBe(201)
    await portal.runDue()
    expect(await billOf(waiting.lrId)).toMatchObject({
      via: 'IRN',
      status: 'ACTIVE',
      validTo: instantOf('2026-11-21', '23:59'),
    })
    await db('customer').update({ gstin: null, gstRegistrationType: 'UNREGISTERED' })
  })
})
