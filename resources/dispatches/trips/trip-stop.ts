import { tripParts } from '../../access.ts'
import { shipTo } from '../../access-control/ship-to.ts'
import { action } from '../../define/action.ts'
import { instant, integer, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { withinTrips } from './scope.ts'
import { trip } from './trip.ts'

const at = (label: string) => instant({ optional: true, label, hint: 'Empty for now' })

/** A place where a trip unloads: a ship-to, or a hub of the transporter. */
export const tripStop = record({
  path: 'trip-stops',
  name: 'trip-stop',
  title: 'Stops Of Trips',
  one: 'stop',
  purpose: 'Where a trip unloads, in which order, and how long it stood there.',
  fields: {
    tripId: reference(trip),
    seq: integer({ min: 1, label: 'Stop' }),
    shipToId: reference(shipTo, { optional: true, label: 'Ship-to', hint: 'Empty at a hub of the transporter' }),
    place: text({ max: 80, label: 'Place' }),
    arrivedAt: instant({ optional: true, label: 'Arrived' }),
    releasedAt: instant({ optional: true, label: 'Released' }),
  },
  key: ['tripId', 'seq'],
  display: ['seq', 'place'],
  list: ['tripId', 'seq', 'place', 'shipToId', 'arrivedAt', 'releasedAt'],
  sort: ['tripId', 'seq'],
  indexes: [['shipToId']],
  actions: {
    arrive: action({
      label: 'Record arrival',
      letter: 'A',
      when: { arrivedAt: null },
      done: 'Its LRs are out for delivery',
      inputs: { at: at('Arrived') },
    }),
    release: action({
      label: 'Release vehicle',
      letter: 'A',
      when: { arrivedAt: { not: null }, releasedAt: null },
      inputs: { at: at('Released') },
    }),
  },
  access: tripParts,
  within: withinTrips,
})

export type TripStop = Row<typeof tripStop>
