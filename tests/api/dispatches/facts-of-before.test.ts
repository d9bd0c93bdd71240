/** @module-tag sql */
import { afterAll, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { up as sayFacts } from '../../../migrations/0067_facts_of_events.ts'
import { factsOf } from '../../../resources/dispatches/events/facts.ts'
import { trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { lrWith } from '../../support/dispatches/shipments.ts'
import { createCompany } from '../../support/dispatches/shipped-order.ts'
import { emptyPortal } from '../../support/portal.ts'

const portal = await emptyPortal()
const { db } = portal
const company = await createCompany(db)
afterAll(portal.close)

/** An event as it was kept before: an instant, and of its LR at most a vehicle. */
async function before(lrId: number, eventCode: string, eventAt: string, more: Record<string, unknown> = {}) {
  const { id: shipmentId } = await db('shipment').where({ lrId }).first('id')
  const row = {
    lrId,
    shipmentId,
    eventCode,
    eventAt,
    eventOn: '',
    source: 'PORTAL',
    createdAt: '2026-11-20T05:12:30.000Z',
  }
  const flags = { moves: 1, confirmation: 'NOT_NEEDED', settles: 0, voidNo: 0, rowVersion: 1 }
  await db('tracking_event').insert({ ...row, ...flags, updatedAt: row.createdAt, ...more })
}
const eventsOf = (lrId: number) => rowsOf(db, trackingEvent, rows => rows.where({ lrId }).orderBy('id'))

it('gives the bookings of before the facts of their LR, and takes off the hours that nobody said', async () => {
  const held = { vehicleNo: 'MH04KX1234', driverName: 'R. Naik', driverMobile: '9820098200' }
  const { lrId, lrNo } = await lrWith(db, company, {
    ...held,
    partBAt: '2026-11-20T05:00:00.000Z',
    lrDate: '2026-11-20',
  })
  await before(lrId, 'BOOKED', '2026-11-20T03:30:00.000Z')
  await before(lrId, 'IN_TRANSIT', '2026-11-20T20:00:00.000Z')
  await before(lrId, 'DELIVERED', '2026-11-22T18:29:00.000Z', { remarks: 'By the POD' })
  await sayFacts(db)
  const events = await eventsOf(lrId)
  expect(events.map(({ eventOn, eventAt }) => [eventOn, eventAt])).toEqual([
    ['2026-11-20', '2026-11-20T05:12:30.000Z'],
    ['2026-11-21', '2026-11-20T20:00:00.000Z'],
    ['2026-11-22', null],
  ])
  expect(factsOf(events)).toMatchObject({ ...held, lrNo, transporterId: company.transporterId })
  expect(factsOf(events)).toMatchObject({ partBVehicleNo: 'MH04KX1234', partBAt: '2026-11-20T05:00:00.000Z' })
})

it('gives an LR the vehicle that was reported on the way', async () => {
  const { lrId } = await lrWith(db, company, { vehicleNo: 'MH04KX1', partBAt: '2026-11-20T05:00:00.000Z' })
  await before(lrId, 'BOOKED', '2026-11-20T06:00:00.000Z')
  await before(lrId, 'AT_HUB', '2026-11-21T06:00:00.000Z', { vehicleNo: 'MH04KX2' })
  await sayFacts(db)
  expect(await db('lr').where('id', lrId).first()).toMatchObject({ vehicleNo: 'MH04KX2', partBVehicleNo: 'MH04KX1' })
  expect(factsOf(await eventsOf(lrId))).toMatchObject({ vehicleNo: 'MH04KX2', partBVehicleNo: 'MH04KX1' })
})
