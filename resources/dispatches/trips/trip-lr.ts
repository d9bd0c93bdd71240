import { tripParts } from '../../access.ts'
import { action } from '../../define/action.ts'
import { instant, integer, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { lr } from '../lr.ts'
import { withinTrips } from './scope.ts'
import { trip } from './trip.ts'
import { tripStop } from './trip-stop.ts'

/** An LR on a trip, until its goods are off the vehicle. */
export const tripLr = record({
  path: 'trip-lrs',
  name: 'trip-lr',
  title: 'LRs Of Trips',
  one: 'LR of a trip',
  purpose: 'Which LRs a vehicle carries, to which stop, and since when they are off it.',
  fields: {
    tripId: reference(trip),
    lrId: reference(lr, { label: 'LR' }),
    /** Its LR while it is aboard: two vehicles cannot have it. */
    heldLrId: reference(lr, { optional: true, unique: true, marker: true, label: 'Holds LR' }),
    stopId: reference(tripStop, { label: 'Stop' }),
    packages: integer({ min: 1, optional: true, hint: 'Empty for all of the LR' }),
    offAt: instant({ optional: true, label: 'Off the vehicle' }),
    reason: text({ audience: 'readers', max: 255, optional: true, label: 'Why it is off' }),
  },
  key: ['tripId', 'lrId', 'offAt'],
  display: ['lrId'],
  list: ['tripId', 'lrId', 'stopId', 'packages', 'offAt'],
  sort: ['tripId', 'lrId'],
  indexes: [['lrId'], ['stopId']],
  actions: {
    takeOff: action({
      label: 'Take off',
      letter: 'U',
      when: { offAt: null },
      confirm: 'The LR is free for another trip.',
      inputs: {
        reason: text({ max: 255, label: 'Why' }),
        at: instant({ optional: true, label: 'When', hint: 'Empty for now' }),
      },
    }),
  },
  access: tripParts,
  within: withinTrips,
})

export type TripLr = Row<typeof tripLr>
