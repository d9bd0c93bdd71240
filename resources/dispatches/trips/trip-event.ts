import { tripEvents } from '../../access.ts'
import { choice, instant, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { state } from '../../masters/state.ts'
import { vehicleReasons, wordsOf } from '../eway/kinds.ts'
import { withinTrips } from './scope.ts'
import { trip } from './trip.ts'

const kinds = {
  PLANNED: 'Planned',
  ASKED: 'Transporters asked',
  AGREED: 'Agreed with a transporter',
  PLACED: 'Vehicle named',
  GATE_IN: 'Gate in',
  LOADING: 'Loading begun',
  LOADED: 'Loaded',
  GATE_OUT: 'Gate out',
  VEHICLE: 'Vehicle changed',
  ARRIVED: 'Arrived at a stop',
  RELEASED: 'Released from a stop',
  LR_OFF: 'LR taken off',
  LR_ON: 'LRs added',
  CLOSED: 'Closed',
  RETURNED: 'Returned',
  CANCELLED: 'Cancelled',
} as const
export type TripEventKind = keyof typeof kinds

/** What happened on a trip, in order. */
export const tripEvent = record({
  path: 'trip-events',
  name: 'trip-event',
  title: 'Events Of Trips',
  one: 'event of a trip',
  purpose: 'What happened on a trip, when and where.',
  fields: {
    tripId: reference(trip),
    kind: choice(Object.keys(kinds) as TripEventKind[], {
      label: 'Event',
      words: { staff: kinds, buyer: {} },
      tones: {},
    }),
    at: instant({ label: 'At' }),
    place: text({ audience: 'readers', max: 80, optional: true, label: 'Place' }),
    stateId: reference(state, { optional: true, label: 'State' }),
    pincode: text({ max: 6, format: 'pincode', optional: true, label: 'PIN code' }),
    vehicleNo: text({ max: 15, format: 'vehicle', optional: true, label: 'Vehicle' }),
    reasonCode: choice(Object.keys(vehicleReasons), {
      optional: true,
      label: 'Why',
      words: wordsOf(vehicleReasons),
    }),
    remark: text({ audience: 'readers', max: 255, optional: true, label: 'Remark' }),
    requestKey: text({ max: 36, unique: true, secret: true, label: 'Key of the request' }),
  },
  key: [],
  display: ['kind', 'at'],
  list: ['tripId', 'kind', 'at', 'place', 'vehicleNo', 'remark'],
  sort: ['-id'],
  indexes: [['tripId']],
  access: tripEvents,
  within: withinTrips,
})

export type TripEvent = Row<typeof tripEvent>
