import { transport } from '../access.ts'
import { choice, integer, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { state } from '../masters/state.ts'
import { stateCity } from '../masters/state-city.ts'
import { plant } from '../settings/plant.ts'
import { carriedModes } from '../trade.ts'

/** Transit times: from the LR date, in working or calendar days. */
export const expectedDeliveryDays = resource({
  group: 'shipment-tracking',
  name: 'expected-delivery-days',
  title: 'Expected Delivery Days',
  one: 'delivery time',
  purpose: 'The days of transit from a plant to a state or city, by mode of transport.',
  fields: {
    plantId: reference(plant, { label: 'From plant', aliases: ['plant'] }),
    stateId: reference(state, { label: 'To state', aliases: ['gst_state_code', 'state'] }),
    cityId: reference(stateCity, {
      optional: true,
      label: 'To city',
      aliases: ['city_name', 'city'],
      hint: 'Leave empty for the whole state; a row with a city takes precedence',
    }),
    transMode: choice(carriedModes, { label: 'Mode of transport' }),
    days: integer({ min: 0, max: 60 }),
    dayType: choice(['WORKING', 'CALENDAR'], {
      default: 'WORKING',
      hint: 'Working days leave out Sundays and the holidays of the destination',
    }),
  },
  key: ['plantId', 'stateId', 'cityId', 'transMode'],
  display: ['plantId', 'stateId', 'transMode'],
  list: ['plantId', 'stateId', 'cityId', 'transMode', 'days', 'dayType'],
  filters: ['plantId', 'transMode'],
  sort: ['plantId', 'stateId'],
  indexes: [['plantId', 'stateId'], ['stateId'], ['cityId']],
  access: transport,
  everyRow: ['TRANSPORTER'],
  within: { DISPATCH: { plantId: 'myPlants' } },
})
