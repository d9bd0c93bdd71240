import { tripOffers } from '../../access.ts'
import { instant, integer, money, reference, text, weight } from '../../define/fields.ts'
import { openWhile, statusField } from '../../define/process/states.ts'
import { stepAction } from '../../define/process/step-action.ts'
import { type Row, record } from '../../define/resource.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'
import { offerProcess } from './offer-process.ts'
import { trip } from './trip.ts'
import { vehicleType } from './vehicle-types.ts'

/** A transporter is asked for a vehicle: what for, until when, and what it offers. It keeps what was asked. */
export const tripOffer = record({
  path: 'dispatches/trip-offers',
  name: 'trip-offer',
  title: 'Offers For Trips',
  one: 'offer',
  purpose: 'Vehicles asked of transporters, and what they offer.',
  fields: {
    tripId: reference(trip, { label: 'Trip' }),
    transporterId: reference(transporter),
    plantId: reference(plant),
    route: text({ audience: 'readers', max: 255, label: 'Route' }),
    vehicleType: vehicleType(),
    plannedAt: instant({ label: 'Vehicle needed at' }),
    stops: integer({ min: 1, label: 'Stops' }),
    packages: integer({ min: 1 }),
    weightKg: weight({ label: 'Weight' }),
    askedAt: instant({ label: 'Asked' }),
    replyBy: instant({ label: 'Answer by' }),
    status: statusField(offerProcess, { tones: { LAPSED: 'end', NOT_CHOSEN: 'end' } }),
    amount: money({ min: 0.01, optional: true, label: 'Freight offered' }),
    reason: text({ audience: 'readers', max: 255, optional: true, label: 'Reason' }),
  },
  key: ['tripId', 'transporterId'],
  display: ['tripId', 'transporterId'],
  list: ['tripId', 'transporterId', 'route', 'vehicleType', 'plannedAt', 'replyBy', 'amount', 'status'],
  filters: ['status', 'transporterId', 'plantId', 'plannedAt'],
  sort: ['-id'],
  indexes: [['transporterId', 'status'], ['status', 'replyBy'], ['plantId']],
  actions: {
    offer: stepAction(offerProcess, 'offer', {
      done: 'The offer is sent to the dispatch desk',
      inputs: {
        amount: money({ min: 0.01, label: 'Freight offered', hint: 'For the whole trip, without GST' }),
        remarks: text({ max: 255, optional: true }),
      },
    }),
    refuse: stepAction(offerProcess, 'refuse', { inputs: { reason: text({ max: 255, label: 'Why' }) } }),
    accept: stepAction(offerProcess, 'accept', {
      done: 'The trip is agreed',
      confirm: 'The others are told that the trip is not theirs.',
    }),
  },
  access: tripOffers,
  openIf: openWhile(offerProcess),
  within: { DISPATCH: { plantId: 'myPlants' }, TRANSPORTER: { transporterId: 'ownTransporter' } },
})

export type TripOffer = Row<typeof tripOffer>
