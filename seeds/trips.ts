import { askForOffers } from '../api/dispatches/trips/offers.ts'
import { planTrip } from '../api/dispatches/trips/plan-trip.ts'
import { tripCandidates } from '../api/dispatches/trips/trip-candidates.ts'
import { today } from '../api/platform/clock.ts'
import { addDays, instantOf } from '../resources/define/dates.ts'
import { trip } from '../resources/dispatches/trips/trip.ts'
import { tripOffer } from '../resources/dispatches/trips/trip-offer.ts'
import { transporter } from '../resources/masters/transporter.ts'
import { callerNamed } from './orders.ts'
import { act, type Past } from './past/past.ts'

type Means = Pick<Past, 'trx' | 'rows'>

/** The trips of today: one is asked of transporters, of whom one has offered; our own vehicle is expected for another. */
export async function planTrips(past: Means): Promise<void> {
  const asked = await planFor(past, 'dispatch_south', false)
  if (asked !== null) {
    const { person, author } = await callerNamed(past.trx, past.rows, 'dispatch_south')
    const transporterIds = ['KONARK', 'PUNJABG'].map(code => past.rows.idOf(transporter, code))
    const replyBy = instantOf(addDays(today(), 1), '18:00')
    await askForOffers(past.trx, { tripId: asked, transporterIds, replyBy }, person, author)
    const offer = await past.trx('trip_offer').where({ tripId: asked, transporterId: transporterIds[0] }).first()
    await act(past, 'transporter', tripOffer, 'offer', offer, { amount: 18_500_00, remarks: 'Vehicle is at Vapi' })
  }
  const own = await planFor(past, 'dispatch', true)
  if (own === null) return
  const driver = { driverName: 'Mahesh Shinde', driverMobile: '9000040077' }
  const row = await past.trx('trip').where({ id: own }).first()
  await act(past, 'dispatch', trip, 'place', row, { vehicleNo: 'MH04GT4477', ...driver })
}

/** Plans a trip with the first LRs that wait for a vehicle at the plant of a desk; null where none waits. */
async function planFor({ trx, rows }: Means, login: string, isOwnVehicle: boolean): Promise<number | null> {
  const { person, author } = await callerNamed(trx, rows, login)
  const { plantId, lrs } = await tripCandidates(trx, { plantId: null, q: null }, person)
  if (plantId === null) return null
  const stops = lrs
    .slice(0, 2)
    .map(({ id, shipToId, city }) => ({ shipToId, place: shipToId === null ? city : null, lrIds: [id] }))
  const plan = {
    ...{ plantId, isOwnVehicle, stops },
    vehicleType: 'TRUCK_19FT' as const,
    plannedAt: instantOf(addDays(today(), 1), '10:00'),
    ...{ freeHours: 24, detentionPerHour: 150_00, detentionCap: null },
  }
  return (await planTrip(trx, plan, person, author)).id
}
