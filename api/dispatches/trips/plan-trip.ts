import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { PlannedTrip } from '../../../resources/dispatches/commands/trips.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Trip, trip } from '../../../resources/dispatches/trips/trip.ts'
import { tripLr } from '../../../resources/dispatches/trips/trip-lr.ts'
import { tripProcess } from '../../../resources/dispatches/trips/trip-process.ts'
import { type TripStop, tripStop } from '../../../resources/dispatches/trips/trip-stop.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readableRow } from '../../derive/rights/readable-row.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { now, today } from '../../platform/clock.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { onTheWay } from '../booking/eway-board.ts'
import { holdLr } from '../events/lr-subject.ts'
import { refusal } from '../events/refusal.ts'
import { noteOnTrip } from './note.ts'

/**
 * Plans a trip with its stops. Throws 400 for LRs that the person does not read or that are named twice, 409 for one on
 * another trip, 422 for one that goes nowhere any more or leaves another plant.
 */
export async function planTrip(trx: Knex, plan: PlannedTrip, person: Person, author: Author): Promise<Trip> {
  const { stops, ...asked } = plan
  const ids = stops.flatMap(({ lrIds }) => lrIds)
  if (new Set(ids).size < ids.length) throw invalidField('stops', 'DUPLICATE', 'Stops must name each LR once')
  const nameless = stops.find(({ shipToId, place }) => shipToId === null && place === null)
  if (nameless) throw invalidField('stops', 'REQUIRED', 'Place is required at a stop without a ship-to')
  if (asked.detentionPerHour === null && asked.detentionCap !== null)
    throw invalidField('detentionCap', 'RANGE', 'Detention at most needs Detention per hour: enter both')
  await freeLrs(trx, ids, asked.plantId, person)
  const tripNo = await nextNumber(trx, 'TP', today())
  const [made] = await insertRows(trx, trip, [withDefaults(trip, { ...asked, tripNo })], author)
  for (const [index, { shipToId, place, lrIds }] of stops.entries())
    await addStop(
      trx,
      made!,
      { seq: index + 1, shipToId, place: place ?? (await placeOf(trx, shipToId!)) },
      lrIds,
      author,
    )
  await noteOnTrip(trx, { tripId: made!.id, kind: 'PLANNED', at: now() }, author)
  return made!
}

/** Adds LRs to a trip that is not loaded yet: each to the stop of its ship-to, which comes last where it is new. */
export async function addToTrip(
  trx: Knex,
  { tripId, lrIds }: { tripId: number; lrIds: number[] },
  person: Person,
  author: Author,
): Promise<number> {
  const of = await readableRow(trx, trip, tripId, person, 'lock')
  if (!(tripProcess.sets.open as readonly string[]).includes(of.status))
    throw refusal(`Trip ${of.tripNo} is loaded: press “Load again” to add LRs, or plan another trip`)
  const found = await freeLrs(trx, lrIds, of.plantId, person)
  const stops = await rowsOf(trx, tripStop, rows => rows.where({ tripId }).orderBy('seq'))
  const shipTos = await shipTosOf(trx, lrIds)
  for (const [shipToId, some] of Map.groupBy(found, ({ id }) => shipTos.get(id) ?? null)) {
    const ids = some.map(({ id }) => id)
    const stop = stops.find(one => one.shipToId === shipToId)
    if (stop) await putOn(trx, of, stop, ids, author)
    else {
      const place = shipToId === null ? 'Without a ship-to' : await placeOf(trx, shipToId)
      stops.push(await addStop(trx, of, { seq: stops.length + 1, shipToId, place }, ids, author))
    }
  }
  await noteOnTrip(
    trx,
    {
      tripId,
      kind: 'LR_ON',
      at: now(),
      remark: found
        .map(({ lrNo }) => lrNo)
        .join(', ')
        .slice(0, 255),
    },
    author,
  )
  return found.length
}

type NewStop = Pick<TripStop, 'seq' | 'shipToId' | 'place'>

async function addStop(trx: Knex, of: Trip, stop: NewStop, lrIds: readonly number[], author: Author) {
  const [made] = await insertRows(trx, tripStop, [withDefaults(tripStop, { ...stop, tripId: of.id })], author)
  await putOn(trx, of, made!, lrIds, author)
  return made!
}

async function putOn(trx: Knex, of: Trip, stop: TripStop, lrIds: readonly number[], author: Author) {
  const rows = lrIds.map(lrId => withDefaults(tripLr, { tripId: of.id, stopId: stop.id, lrId, heldLrId: lrId }))
  await insertRows(trx, tripLr, rows, author)
}

/** The LRs, held, if the person has them and a vehicle may take them. */
async function freeLrs(trx: Knex, ids: readonly number[], plantId: number, person: Person): Promise<Lr[]> {
  for (const id of ids.toSorted((a, b) => a - b)) await holdLr(trx, id)
  const found = await rowsOf(trx, lr, rows => restrict(rows.whereIn('lr.id', [...ids]), trx, lr, person, 'update'))
  if (found.length < ids.length) throw invalidField('lrIds', 'UNKNOWN_REF', 'LRs must be selected from the list')
  for (const { lrNo, plantId: from, deliveryStatus } of found) {
    if (from !== plantId) throw refusal(`LR ${lrNo} leaves another plant: plan a trip there`, 'lrIds')
    if (!onTheWay.includes(deliveryStatus) || deliveryStatus === 'PARTIAL_DELIVERED')
      throw refusal(`LR ${lrNo} goes nowhere any more: leave it out`, 'lrIds')
  }
  const held = await trx('trip_lr')
    .join('trip', 'trip.id', 'trip_lr.tripId')
    .join('lr', 'lr.id', 'trip_lr.lrId')
    .whereIn('trip_lr.heldLrId', [...ids])
    .first('trip.tripNo', 'lr.lrNo')
  if (held)
    throw conflict('ON_A_TRIP', `LR ${held.lrNo} is on trip ${held.tripNo}: take it off there first`, {}, 'lrIds')
  return found
}

/** The ship-tos of LRs; the first where goods of one go to several. */
export async function shipTosOf(db: Knex, lrIds: readonly number[]): Promise<Map<number, number>> {
  const rows: { lrId: number; shipToId: number | null }[] = await db('lr_line')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .leftJoin('sap_delivery', 'sap_delivery.id', 'lr_line.deliveryId')
    .whereIn('lr_line.lrId', [...lrIds])
    .orderBy('lr_line.id', 'desc')
    .select('lr_line.lrId', db.raw('coalesce(invoice.shipToId, sap_delivery.shipToId) as ??', ['shipToId']))
  return new Map(rows.flatMap(({ lrId, shipToId }) => (shipToId === null ? [] : [[Number(lrId), Number(shipToId)]])))
}

async function placeOf(trx: Knex, shipToId: number): Promise<string> {
  const found = await trx('ship_to')
    .leftJoin('state_city', 'state_city.id', 'ship_to.cityId')
    .where('ship_to.id', shipToId)
    .first('ship_to.name', 'state_city.name as city')
  if (!found) throw invalidField('stops', 'UNKNOWN_REF', 'Ship-to must be selected from the list')
  return [found.name, found.city].filter(Boolean).join(', ').slice(0, 80)
}
