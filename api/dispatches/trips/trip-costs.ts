import type { Knex } from 'knex'
import type { TripCosts } from '../../../resources/dispatches/commands/trips.ts'
import { shareTripFreight } from '../../../resources/dispatches/freight/trip-freight.ts'
import { detentionOf } from '../../../resources/dispatches/trips/detention.ts'
import { trip } from '../../../resources/dispatches/trips/trip.ts'
import { tripStop } from '../../../resources/dispatches/trips/trip-stop.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readableRow } from '../../derive/rights/readable-row.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { carried } from './aboard.ts'

/** The agreed freight of a trip LR by LR, and what standing at the gate and at each stop costs. */
export async function tripCosts(db: Knex, tripId: number, person: Person): Promise<TripCosts> {
  const of = await readableRow(db, trip, tripId, person)
  const lrs = await carried(db, tripId)
  const { agreedFreight, plannedAt, gateInAt, gateOutAt } = of
  const shared = agreedFreight === null ? [] : shareTripFreight(agreedFreight, lrs)
  const stops = await rowsOf(db, tripStop, rows => rows.where({ tripId }).orderBy('seq'))
  const atGate = { place: 'At our gate', from: gateInAt, to: gateOutAt }
  const atStops = stops.map(({ place, arrivedAt: from, releasedAt: to }) => ({ place, from, to }))
  return {
    shares: shared.map((share, index) => {
      const { id: lrId, lrNo, chargedWeightKg } = lrs[index]!
      return { lrId, lrNo, chargedWeightKg, share }
    }),
    stays: [
      { ...atGate, detention: detentionOf({ ...atGate, plannedAt }, of) },
      ...atStops.map(stay => ({ ...stay, detention: detentionOf(stay, of) })),
    ],
  }
}
