/** @module-tag locks */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { exampleRow } from '../../support/example-rows.ts'
import type { ApiClient } from '../../support/portal.ts'

const { portal, desk, transporter, clockAt, billed, key, lrOver, close } = await dispatchDesk()
const { db } = portal
afterAll(close)
beforeEach(() => clockAt('2026-11-23T06:30:00.000Z'))

async function booked(more: Record<string, unknown> = {}) {
  const { ids } = await billed()
  await clockAt()
  const { body } = await desk.post('/api/lrs', lrOver(ids, more), key())
  await clockAt('2026-11-23T06:30:00.000Z')
  return body as { id: number; lrNo: string; transporterId: number }
}
const onVehicle = (vehicleNo: string) => ({ vehicleNo, driverName: 'R. Naik', driverMobile: '9820098200' })
const report = (who: ApiClient, lrId: number, eventCode: string, more: object) =>
  who.post('/api/tracking-events', { lrId, eventCode, ...more })
const lrRow = (id: number) => db('lr').where({ id }).first()
const withEway = (lrId: number) =>
  db('lr_line')
    .where({ lrId })
    .update({ ewayBillNo: `27${String(lrId).padStart(10, '0')}` })
const act = async (path: string, action: string, id: number, asked: object) => {
  const { rowVersion } = await db(path.replaceAll('-', '_').slice(0, -1)).where({ id }).first('rowVersion')
  return desk.post(`/api/${path}/actions`, { action, rows: [{ id, rowVersion }], asked })
}
const correct = async (id: number, changes: object) =>
  desk.patch(`/api/lrs/${id}`, { rowVersion: (await lrRow(id)).rowVersion, reason: 'Misread', ...changes })
const bells = async (lrId: number) =>
  (await db('notification').where('link', `/dispatches/lr/${lrId}`).orderBy('id')).map(({ title, body }) => [
    title,
    body,
  ])

describe('a fact that an event says', () => {
  it('is the LR’s: vehicle, driver, seal and temperature, until the event is void', async () => {
    const { id } = await booked(onVehicle('MH04AB1001'))
    const said = {
      vehicleNo: 'MH04AB1002',
      driverName: 'S. Rane',
      driverMobile: '9820098201',
      sealNo: 'S-77',
      temperature: 45,
    }
    const { body } = await report(desk, id, 'AT_HUB', { eventOn: '2026-11-21', ...said })
    expect(body).toMatchObject({ ...said, eventOn: '2026-11-21', eventAt: null, says: [] })
    expect(await lrRow(id)).toMatchObject(said)
    expect((await act('tracking-events', 'void', body.id, { reason: 'Wrong LR' })).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({
      vehicleNo: 'MH04AB1001',
      driverName: 'R. Naik',
      sealNo: null,
      temperature: null,
    })
  })

  it('is told to the e-way board, and asks for Part B until that names the new vehicle', async () => {
    const { id, lrNo } = await booked(onVehicle('MH04AB1001'))
    await withEway(id)
    await report(transporter, id, 'IN_TRANSIT', { eventOn: '2026-11-21', vehicleNo: 'MH04AB1002' })
    const { bills } = (await desk.get('/api/e-way-bills')).body
    expect(bills.find(({ lrId }: { lrId: number }) => lrId === id)).toMatchObject({
      ...{ vehicleNo: 'MH04AB1002', partBVehicleNo: 'MH04AB1001', partBDue: true },
    })
    const task = `LR ${lrNo}: update Part B of its e-way bill`
    expect(await bells(id)).toEqual([[task, 'It names MH04AB1001, and the goods are on MH04AB1002.']])
    const due = async () => (await desk.get('/api/lrs?partBDue=true')).body.data.map((row: { id: number }) => row.id)
    expect(await due()).toContain(id)
    const later = await act('lrs', 'updatePartB', id, { partBAt: '2026-11-24T05:00:00.000Z' })
    expect(later.body.errors).toMatchObject([{ field: 'partBAt', code: 'RANGE' }])
    expect((await act('lrs', 'updatePartB', id, { partBAt: '2026-11-21T05:00:00.000Z' })).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ partBVehicleNo: 'MH04AB1002', partBAt: '2026-11-21T05:00:00.000Z' })
    expect(await due()).not.toContain(id)
  })

  it('asks for no Part B where the event says that it names the new vehicle, or the goods have arrived', async () => {
    const { id } = await booked(onVehicle('MH04AB1001'))
    await withEway(id)
    const at = '2026-11-21T05:00:00.000Z'
    await report(transporter, id, 'IN_TRANSIT', { eventAt: at, vehicleNo: 'MH04AB1002', partBUpdated: true })
    expect(await lrRow(id)).toMatchObject({ partBDue: 0, partBVehicleNo: 'MH04AB1002', partBAt: at })
    await report(transporter, id, 'IN_TRANSIT', { eventOn: '2026-11-22', vehicleNo: 'MH04AB1003' })
    expect(await lrRow(id)).toMatchObject({ partBDue: 1, partBVehicleNo: 'MH04AB1002' })
    await report(transporter, id, 'DELIVERED', { eventOn: '2026-11-22' })
    expect(await lrRow(id)).toMatchObject({ partBDue: 0, vehicleNo: 'MH04AB1003' })
  })

  it('gives the LR another number and, by the desk, another transporter; the former number still finds it', async () => {
    const { id, lrNo } = await booked()
    const other = await exampleRow(db, transporterMaster, { code: 'ONWARD', transModes: ['SURFACE'] })
    const refused = await report(transporter, id, 'AT_HUB', { eventOn: '2026-11-21', transporterId: other.id })
    expect(refused.body.errors).toMatchObject([
      { field: 'transporterId', message: 'New transporter is for the dispatch desk: ask them to report it' },
    ])
    const onward = { eventOn: '2026-11-21', transporterId: other.id, lrNo: 'ON-77' }
    expect((await report(desk, id, 'AT_HUB', onward)).status).toBe(201)
    expect(await lrRow(id)).toMatchObject({ lrNo: 'ON-77', transporterId: other.id, formerNos: lrNo })
    const { shipToPincode: pincode } = await db('shipment').where({ lrId: id }).first()
    const public_ = await portal.nobody.post('/api/track', { type: 'LR', number: lrNo, pincode })
    expect([public_.status, public_.body.lrNo]).toEqual([201, 'ON-77'])
    const found = await desk.get(`/api/lrs?q=${encodeURIComponent(lrNo)}`)
    expect(found.body.data.map((row: { id: number }) => row.id)).toContain(id)
  })

  it('refuses a number that another LR of the transporter has', async () => {
    const [one, two] = [await booked(), await booked()]
    const taken = await report(desk, one.id, 'AT_HUB', { eventOn: '2026-11-21', lrNo: two.lrNo })
    expect([taken.status, taken.body.errors]).toMatchObject([409, [{ field: 'lrNo', code: 'TAKEN' }]])
    expect(await lrRow(one.id)).toMatchObject({ deliveryStatus: 'BOOKED', lrNo: one.lrNo, formerNos: null })
  })

  it('asks for Part B after a correction of the vehicle, until a correction says it', async () => {
    const { id } = await booked(onVehicle('MH04AB1001'))
    await withEway(id)
    await correct(id, { vehicleNo: 'MH04AB1005' })
    expect(await lrRow(id)).toMatchObject({ vehicleNo: 'MH04AB1005', partBVehicleNo: 'MH04AB1001', partBDue: 1 })
    const partBAt = '2026-11-21T05:00:00.000Z'
    expect((await correct(id, { partBAt })).status).toBe(200)
    expect(await lrRow(id)).toMatchObject({ partBVehicleNo: 'MH04AB1005', partBAt, partBDue: 0 })
  })

  it('gives the number back with the event that is void, and then finds nothing by it', async () => {
    const { id, lrNo } = await booked()
    const { body } = await report(desk, id, 'AT_HUB', { eventOn: '2026-11-21', lrNo: 'WRONG-1' })
    await act('tracking-events', 'void', body.id, { reason: 'Misheard' })
    expect(await lrRow(id)).toMatchObject({ lrNo, formerNos: null })
  })

  it('has one of two LRs at once get a number', async () => {
    const pair = [await booked(), await booked()]
    const answers = await Promise.all(
      pair.map(({ id }) => report(desk, id, 'AT_HUB', { eventOn: '2026-11-21', lrNo: 'SAME-1' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('is corrected where it was said, and stays corrected by what is reported next', async () => {
    const { id, lrNo } = await booked(onVehicle('MH04AB1001'))
    expect((await correct(id, { lrNo: `${lrNo}X`, vehicleNo: 'MH04AB1009', driverName: null })).status).toBe(200)
    await report(desk, id, 'IN_TRANSIT', { eventOn: '2026-11-21' })
    expect(await lrRow(id)).toMatchObject({
      lrNo: `${lrNo}X`,
      formerNos: lrNo,
      vehicleNo: 'MH04AB1009',
      driverName: null,
    })
    await report(desk, id, 'AT_HUB', { eventOn: '2026-11-22', vehicleNo: 'MH04AB1010' })
    expect((await correct(id, { vehicleNo: 'MH04AB1011' })).status).toBe(200)
    const words = await db('tracking_event').where({ lrId: id }).orderBy('id').pluck('vehicleNo')
    expect(words).toEqual(['MH04AB1009', null, 'MH04AB1011'])
  })
})

describe('an event that does not move its LR', () => {
  it('says so, and which of its facts are taken', async () => {
    const { id } = await booked(onVehicle('MH04AB1001'))
    await report(desk, id, 'DELIVERED', { eventOn: '2026-11-22', vehicleNo: 'MH04AB1002' })
    const said = { vehicleNo: 'MH04AB1003', sealNo: 'S-1' }
    const { status, body } = await report(desk, id, 'AT_HUB', { eventOn: '2026-11-21', ...said })
    expect([status, body.moves, body.says]).toEqual([
      201,
      false,
      [
        'Recorded. The LR stays “Delivered”, which was reported for a later day.',
        'The LR has taken seal S-1.',
        'The LR keeps vehicle MH04AB1002, which was reported for later: MH04AB1003 is only recorded.',
      ],
    ])
    expect(await lrRow(id)).toMatchObject({ deliveryStatus: 'DELIVERED', vehicleNo: 'MH04AB1002', sealNo: 'S-1' })
    const again = await report(desk, id, 'DELIVERED', { eventOn: '2026-11-21', receivedBy: 'R. Shah' })
    expect(again.body.says.at(-1)).toBe('The LR has taken received by R. Shah.')
    expect(await lrRow(id)).toMatchObject({ deliveredOn: '2026-11-22', receivedBy: 'R. Shah' })
  })

  it('says that the desk must confirm it, where a transporter reports a loss', async () => {
    const { id } = await booked()
    const { body } = await report(transporter, id, 'LOST', { eventOn: '2026-11-21' })
    expect(body.says).toEqual(['Recorded. The LR stays “Booked with you” until the dispatch desk confirms it.'])
  })
})

describe('the time of an event', () => {
  it('is a day, with an hour where one is said', async () => {
    const { id } = await booked()
    const neither = await report(desk, id, 'IN_TRANSIT', {})
    expect(neither.body.errors).toMatchObject([{ field: 'eventOn', code: 'REQUIRED' }])
    const both = await report(desk, id, 'IN_TRANSIT', { eventOn: '2026-11-21', eventAt: '2026-11-21T20:00:00.000Z' })
    expect(both.body.errors).toMatchObject([
      { field: 'eventOn', message: 'Day must be that of At: correct one of them' },
    ])
    const early = await report(desk, id, 'IN_TRANSIT', { eventOn: '2026-11-19' })
    expect(early.body.errors).toMatchObject([{ message: 'Day must not be before the day of the LR' }])
    const ahead = await report(desk, id, 'IN_TRANSIT', { eventOn: '2026-11-24' })
    expect(ahead.body.errors).toMatchObject([{ message: 'Day must not be in the future' }])
    expect((await report(desk, id, 'IN_TRANSIT', { eventOn: '2026-11-21', location: 'Nagpur' })).status).toBe(201)
    const twice = await report(desk, id, 'IN_TRANSIT', { eventOn: '2026-11-21', location: 'Nagpur' })
    expect([twice.status, twice.body.errors?.[0].message]).toEqual([409, 'This event is already recorded for that day'])
    expect((await report(desk, id, 'IN_TRANSIT', { eventOn: '2026-11-21', location: 'Akola' })).status).toBe(201)
  })

  it('of a booking is the hour at which it was entered, or that somebody says', async () => {
    const bookings = async (id: number) =>
      db('tracking_event').where({ lrId: id, eventCode: 'BOOKED' }).pluck('eventAt')
    expect(await bookings((await booked({ lrDate: '2026-11-19' })).id)).toEqual(['2026-11-20T06:30:00.000Z'])
    const bookedAt = '2026-11-19T12:00:00.000Z'
    expect(await bookings((await booked({ lrDate: '2026-11-19', bookedAt })).id)).toEqual([bookedAt])
    const { ids } = await billed()
    await clockAt()
    const ahead = await desk.post('/api/lrs', lrOver(ids, { bookedAt: '2026-11-20T07:00:00.000Z' }), key())
    expect(ahead.body.errors).toMatchObject([{ field: 'bookedAt', code: 'RANGE' }])
  })

  it('may lie before the hour of the booking: what arrived at 08:45 on the day of the LR is delivered', async () => {
    const { id } = await booked()
    const { body } = await report(desk, id, 'DELIVERED', { eventAt: '2026-11-20T03:15:00.000Z', receivedBy: 'R. Shah' })
    expect([body.moves, body.says]).toEqual([true, []])
    expect(await lrRow(id)).toMatchObject({
      deliveryStatus: 'DELIVERED',
      deliveredOn: '2026-11-20',
      receivedBy: 'R. Shah',
    })
  })

  it('of three reports at once gives each LR the vehicle of the latest', async () => {
    const { id } = await booked(onVehicle('MH04AB1001'))
    const days = ['2026-11-20', '2026-11-21', '2026-11-22']
    const answers = await Promise.all(
      days.map((eventOn, n) => report(desk, id, 'IN_TRANSIT', { eventOn, vehicleNo: `MH04AB200${n}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await lrRow(id)).toMatchObject({ vehicleNo: 'MH04AB2002', deliveryStatus: 'IN_TRANSIT' })
  })
})
