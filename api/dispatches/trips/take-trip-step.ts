import type { Knex } from 'knex'
import { type Trip, trip } from '../../../resources/dispatches/trips/trip.ts'
import type { TripEventKind } from '../../../resources/dispatches/trips/trip-event.ts'
import { tripProcess } from '../../../resources/dispatches/trips/trip-process.ts'
import { attach, type Deed } from '../../derive/process/attach.ts'
import { saveStep } from '../../derive/process/take-step.ts'
import type { Author } from '../../derive/save/author.ts'
import { now } from '../../platform/clock.ts'
import { conflict } from '../../platform/errors.ts'
import { refusal } from '../events/refusal.ts'
import { aboard, putOff } from './aboard.ts'
import { moveToVehicle } from './change-vehicle.ts'
import { endOffers } from './end-offers.ts'
import { demandLoaded, leave, tellVehicleLoaded } from './gate.ts'
import { momentSaid, noteOnTrip } from './note.ts'

type At = { at: string | null }

/** What is particular of the steps of a trip. */
export const attachedTrip = attach<Trip, typeof tripProcess>(tripProcess, {
  resource: trip,
  numberOf: ({ tripNo }) => `Trip ${tripNo}`,
  effects: {
    async place(trx, deed) {
      const { row, author } = deed
      const said = saidOf<Pick<Trip, 'vehicleNo' | 'driverName' | 'driverMobile' | 'driverLicence'>>(deed)
      if (row.status === 'PLANNED' && !row.isOwnVehicle)
        throw refusal(`${row.tripNo} has no transporter yet: ask transporters and accept an offer first`)
      await noteOnTrip(trx, { tripId: row.id, kind: 'PLACED', at: now(), vehicleNo: said.vehicleNo }, author)
      return { changes: said }
    },
    async gateIn(trx, deed) {
      const { row, author } = deed
      await demandOutside(trx, row)
      const gateInAt = momentSaid(saidOf<At>(deed).at, null, 'Gate in')
      await noteOnTrip(trx, { tripId: row.id, kind: 'GATE_IN', at: gateInAt, vehicleNo: row.vehicleNo }, author)
      return { changes: { gateInAt } }
    },
    beginLoading: noted('LOADING', () => ({})),
    async finishLoading(trx, deed) {
      const { row, author } = deed
      const { at, packagesLoaded, reason } = saidOf<At & { packagesLoaded: number; reason: string | null }>(deed)
      const loadedAt = momentSaid(at, row.gateInAt, 'Loaded')
      const on = await aboard(trx, row.id)
      demandLoaded(row, on, packagesLoaded, reason)
      await tellVehicleLoaded(trx, row, on, loadedAt, author)
      await noteOnTrip(trx, { tripId: row.id, kind: 'LOADED', at: loadedAt, remark: reason }, author)
      return { changes: { loadedAt, packagesLoaded, reason } }
    },
    reload: noted('LOADING', () => ({ loadedAt: null, packagesLoaded: null })),
    async gateOut(trx, deed) {
      const { row, author } = deed
      const { at, sealNo } = saidOf<At & { sealNo: string }>(deed)
      const gateOutAt = momentSaid(at, row.loadedAt, 'Gate out')
      const changes = { sealNo, gateOutAt }
      const answer = await leave(trx, { ...row, ...changes }, author)
      await noteOnTrip(trx, { tripId: row.id, kind: 'GATE_OUT', at: gateOutAt, vehicleNo: row.vehicleNo }, author)
      return { changes, ...(answer && { answer }) }
    },
    changeVehicle: async (trx, deed) => ({ changes: await moveToVehicle(trx, deed) }),
    async returned(trx, deed) {
      const returnedAt = momentSaid(saidOf<At>(deed).at, deed.row.gateOutAt, 'Returned')
      await noteOnTrip(trx, { tripId: deed.row.id, kind: 'RETURNED', at: returnedAt }, deed.author)
      return { changes: { returnedAt } }
    },
    async cancel(trx, deed) {
      const { row, author } = deed
      const { reason } = saidOf<{ reason: string }>(deed)
      const on = await aboard(trx, row.id)
      await putOff(
        trx,
        on.map(one => one.on),
        now(),
        reason,
        author,
      )
      await endOffers(trx, row.id, author, reason)
      await noteOnTrip(trx, { tripId: row.id, kind: 'CANCELLED', at: now(), remark: reason }, author)
      return { changes: { reason } }
    },
  },
  tell: {},
})

/** What an action of a step asks, which its inputs declare and not the fields of the trip. */
const saidOf = <Said>({ said }: Pick<Deed<Trip>, 'said'>): Said => said as Said

/** A step that is noted with its moment. */
function noted(kind: TripEventKind, changes: () => Partial<Trip>) {
  return async (trx: Knex, { row, author }: Deed<Trip>) => {
    await noteOnTrip(trx, { tripId: row.id, kind, at: now() }, author)
    return { changes: changes() }
  }
}

/** Throws 409 while the vehicle is inside on another trip. */
async function demandOutside(trx: Knex, { id, vehicleNo }: Trip): Promise<void> {
  // All trips of the vehicle are held: two that let it in at once follow each other.
  const open: { id: number; tripNo: string; status: string }[] = await trx('trip')
    .where({ vehicleNo })
    .whereIn('status', [...tripProcess.sets.inUse])
    .orderBy('id')
    .forUpdate()
    .select('id', 'tripNo', 'status')
  const inside: readonly string[] = tripProcess.sets.inside
  const other = open.find(one => one.id !== id && inside.includes(one.status))
  if (other)
    throw conflict(
      'INSIDE',
      `Vehicle ${vehicleNo} is inside on trip ${other.tripNo}: let it out there, or cancel that trip, first`,
    )
}

/** Takes a step that follows by itself, such as the end of a trip. */
export async function tripFollows(
  trx: Knex,
  row: Trip,
  step: 'ask' | 'agree' | 'close',
  changes: Partial<Trip>,
  author: Author,
): Promise<void> {
  await saveStep(
    trx,
    attachedTrip,
    step,
    { row: row as never, said: {}, remark: '', person: null, author },
    { changes },
  )
}
