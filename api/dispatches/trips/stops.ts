import type { Knex } from 'knex'
import { type Trip, trip } from '../../../resources/dispatches/trips/trip.ts'
import { type TripLr, tripLr } from '../../../resources/dispatches/trips/trip-lr.ts'
import { type TripStop, tripStop } from '../../../resources/dispatches/trips/trip-stop.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRow } from '../../derive/save/write.ts'
import { refusal } from '../events/refusal.ts'
import { aboard, putOff } from './aboard.ts'
import { momentSaid, noteOnTrip } from './note.ts'
import { reportOnTrip } from './report-on-trip.ts'
import { tripFollows } from './take-trip-step.ts'

/** The trip of a stop or an LR, held until the transaction ends. */
async function heldTrip(trx: Knex, id: number): Promise<Trip> {
  const [of] = await rowsOf(trx, trip, rows => rows.where({ id }).forUpdate())
  return of!
}

async function tripOnItsWay(trx: Knex, { tripId }: TripStop): Promise<Trip> {
  const of = await heldTrip(trx, tripId)
  if (of.status !== 'GATE_OUT') throw refusal(`Trip ${of.tripNo} is not on its way: let it out at the gate first`)
  return of
}

/** A vehicle arrives at a stop: the LRs that are unloaded there are out for delivery. */
export const arriveAtStop: ActionHandler = async (trx, { rows, values, author }) => {
  const stop = rows[0] as unknown as TripStop
  const of = await tripOnItsWay(trx, stop)
  const at = momentSaid(values.at, of.gateOutAt, 'Arrived')
  for (const { lr: carried } of await aboard(trx, of.id, stop.id)) {
    if (!toDeliver.includes(carried.deliveryStatus)) continue
    const event = { eventCode: 'OUT_FOR_DELIVERY', location: stop.place, remarks: `Trip ${of.tripNo}` } as const
    await reportOnTrip(trx, carried, at, event, author)
  }
  await updateRow(trx, tripStop, stop, { arrivedAt: at }, author)
  await noteOnTrip(trx, { tripId: of.id, kind: 'ARRIVED', at, place: stop.place }, author)
  return undefined
}

/** What may be out for delivery next. */
const toDeliver: readonly string[] = ['BOOKED', 'IN_TRANSIT', 'AT_HUB', 'UNDELIVERED']

/**
 * A vehicle may leave a stop: its LRs are off, but for those that nobody took. After the last stop the trip is closed, and
 * what is still aboard is free for another.
 */
export const releaseFromStop: ActionHandler = async (trx, { rows, values, author }) => {
  const stop = rows[0] as unknown as TripStop
  const of = await tripOnItsWay(trx, stop)
  const at = momentSaid(values.at, stop.arrivedAt, 'Released')
  const here = await aboard(trx, of.id, stop.id)
  await updateRow(trx, tripStop, stop, { releasedAt: at }, author)
  await noteOnTrip(trx, { tripId: of.id, kind: 'RELEASED', at, place: stop.place }, author)
  const unloaded = here.filter(one => one.lr.deliveryStatus !== 'UNDELIVERED').map(({ on }) => on)
  await putOff(trx, unloaded, at, null, author)
  const left = await trx('trip_stop').where('tripId', of.id).whereNull('releasedAt').first('id')
  if (left) return undefined
  const rest = await aboard(trx, of.id)
  await putOff(
    trx,
    rest.map(({ on }) => on),
    at,
    null,
    author,
  )
  await tripFollows(trx, of, 'close', {}, author)
  await noteOnTrip(trx, { tripId: of.id, kind: 'CLOSED', at }, author)
  return `Trip ${of.tripNo} is closed: all its stops are released`
}

/** Takes an LR off its vehicle, so that another trip may have it. */
export const takeLrOff: ActionHandler = async (trx, { rows, values, author }) => {
  const on = rows[0] as unknown as TripLr
  const of = await heldTrip(trx, on.tripId)
  if (of.status === 'LOADED') throw refusal(`Trip ${of.tripNo} is loaded: press “Load again” before you take goods off`)
  const at = momentSaid(values.at, of.gateOutAt, 'When')
  const reason = String(values.reason)
  const [fresh] = await rowsOf(trx, tripLr, some => some.where('id', on.id))
  await putOff(trx, [fresh!], at, reason, author)
  const { lrNo } = await trx('lr').where('id', on.lrId).first('lrNo')
  await noteOnTrip(trx, { tripId: of.id, kind: 'LR_OFF', at, remark: `LR ${lrNo}: ${reason}`.slice(0, 255) }, author)
  return undefined
}
