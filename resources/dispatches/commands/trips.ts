import { shipTo } from '../../access-control/ship-to.ts'
import { type AnswerOf, type BodyOf, command, may } from '../../define/command.ts'
import { date, flag, instant, integer, money, percent, reference, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { about, many, maybe } from '../../define/shape.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'
import { lr } from '../lr.ts'
import { trip } from '../trips/trip.ts'
import { tripOffer } from '../trips/trip-offer.ts'

const room = 'Dispatch'
const id = integer({ min: 1 })
const plans = may(trip, 'create')

/** An LR that no vehicle has yet. */
const candidate = {
  id,
  ...pick(lr.fields, ['lrNo', 'lrDate', 'deliveryStatus', 'packages', 'chargedWeightKg']),
  transporter: transporter.fields.name,
  shipToId: maybe(id),
  shipTo: text(),
  city: text(),
  expectedDeliveryDate: date(),
}

export const showTripCandidates = command('GET trip-candidates', {
  room,
  summary: 'The LRs of a plant that no trip has, by ship-to; those that are on their way too, for a second vehicle',
  who: plans,
  body: { plantId: reference(plant, { optional: true }), q: text({ max: 60, optional: true, label: 'Find' }) },
  answer: {
    plantId: about('That with most of them where none is asked for', maybe(id)),
    plants: many({ id, ...pick(plant.fields, ['code', 'name']), waiting: integer() }, { most: 1_000 }),
    lrs: many(candidate, { most: 500 }),
    isCut: flag({ hint: 'There are more than are shown' }),
  },
})
export type TripCandidates = AnswerOf<typeof showTripCandidates>

/** A stop in its order, with the LRs that are unloaded there. */
const plannedStop = {
  shipToId: reference(shipTo, { optional: true, label: 'Ship-to' }),
  place: text({ max: 80, optional: true, label: 'Place', hint: 'Needed at a hub of the transporter' }),
  lrIds: many(id, { most: 200, least: 1 }),
}

const planned = pick(trip.fields, [
  ...(['plantId', 'isOwnVehicle', 'vehicleType', 'plannedAt'] as const),
  ...(['freeHours', 'detentionPerHour', 'detentionCap'] as const),
])

export const planTrip = command('POST trips', {
  room,
  summary: 'Plans one vehicle for several LRs of a plant, stop by stop',
  who: plans,
  idempotent: 'may',
  body: {
    ...planned,
    stops: many(plannedStop, { most: 30, least: 1 }),
  },
  answer: { id },
  refusals: {
    ON_A_TRIP: [409, 'one of the LRs is on another trip'],
    NOT_ALLOWED_STATE: [422, 'one of the LRs goes nowhere any more'],
  },
})
export type PlannedTrip = BodyOf<typeof planTrip>

export const addToTrip = command('POST trip-additions', {
  room,
  summary: 'Adds LRs to a trip that is not loaded yet; LRs of a new ship-to get a stop at its end',
  who: may(trip, 'update'),
  body: { tripId: id, lrIds: many(id, { most: 200, least: 1 }) },
  answer: { added: integer() },
  refusals: {
    ON_A_TRIP: [409, 'one of the LRs is on another trip'],
    NOT_ALLOWED_STATE: [422, 'the trip is loaded, or one of the LRs goes nowhere any more'],
  },
})

/** A transporter that could be asked, with how it did in the last 90 days. */
const compared = {
  id,
  ...pick(transporter.fields, ['code', 'name']),
  isAsked: flag(),
  due: integer({ hint: 'LRs that were due in the last 90 days' }),
  onTimePct: maybe(percent({ label: 'On time' })),
  damaged: integer({ hint: 'LRs whose POD says short or damaged' }),
  podDays: about('Tenths of a day from delivery to POD', maybe(integer())),
  billedRight: maybe(percent({ label: 'Billed as agreed' })),
}

export const compareForTrip = command('GET trip-transporters', {
  room,
  summary: 'The transporters that may be asked for a vehicle, with how they did in the last 90 days',
  who: plans,
  body: { tripId: id },
  answer: { transporters: many(compared, { most: 500 }) },
})
export type ComparedTransporter = AnswerOf<typeof compareForTrip>['transporters'][number]

export const askTransporters = command('POST trip-offers', {
  room,
  summary: 'Asks transporters for the vehicle of a trip, until a moment',
  who: may(tripOffer, 'create'),
  body: {
    tripId: id,
    transporterIds: many(id, { most: 20, least: 1 }),
    replyBy: instant({ label: 'Answer by' }),
  },
  answer: { asked: integer() },
  refusals: { NOT_ALLOWED_STATE: [422, 'the trip needs no vehicle any more'] },
})

/** What the trip costs each of its LRs, and what standing at the gate and at stops costs. */
export const showTripCosts = command('GET trip-costs', {
  room,
  summary:
    'The agreed freight of a trip shared over its LRs by charged weight, and detention at the gate and each stop',
  who: may(trip, 'read'),
  body: { tripId: id },
  answer: {
    shares: many({ lrId: id, lrNo: text(), chargedWeightKg: lr.fields.chargedWeightKg, share: money() }, { most: 500 }),
    stays: many(
      {
        place: text(),
        from: maybe(instant()),
        to: maybe(instant()),
        detention: about('Null while not known', maybe(money())),
      },
      { most: 40 },
    ),
  },
})
export type TripCosts = AnswerOf<typeof showTripCosts>
