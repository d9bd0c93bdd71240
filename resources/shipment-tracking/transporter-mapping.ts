import { transport } from '../access.ts'
import { choice, confirmation, effectivePeriod, integer, json, money, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { state } from '../masters/state.ts'
import { stateCity } from '../masters/state-city.ts'
import { transporter } from '../masters/transporter.ts'
import { plant } from '../settings/plant.ts'
import { carriedModes } from '../trade.ts'

/**
 * The transporters of a lane and what they charge; LR entry proposes the first of them. A site that dispatches only proposes
 * rates, as it hands the goods to the transporters that it rates.
 */
export const transporterMapping = resource({
  group: 'shipment-tracking',
  name: 'transporter-mapping',
  title: 'Transporter Mapping',
  purpose: 'The transporters preferred from a plant to a state or city, with their rates.',
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
    transporterId: reference(transporter),
    priority: integer({ min: 1, max: 9, default: 1, hint: 'The transporter of priority 1 is proposed' }),
    ratePerKg: money({ min: 0, optional: true, label: 'Rate per kg' }),
    minFreight: money({ min: 0, default: 0, label: 'Minimum freight' }),
    freeHours: integer({
      min: 0,
      max: 240,
      optional: true,
      label: 'Free hours at the gate',
      hint: 'Detention is payable beyond these hours; leave empty if no hours are free',
    }),
    ...effectivePeriod(),
    ...confirmation(),
    pendingChange: json<Record<string, unknown>, { optional: true; label: string; audience: 'site' }>({
      optional: true,
      label: 'Proposed change',
      audience: 'site',
    }),
  },
  key: ['plantId', 'stateId', 'cityId', 'transMode', 'transporterId'],
  display: ['plantId', 'stateId', 'transMode', 'transporterId'],
  list: [
    'plantId',
    'stateId',
    'cityId',
    'transMode',
    'transporterId',
    'priority',
    'ratePerKg',
    'minFreight',
    'confirmStatus',
  ],
  filters: ['plantId', 'stateId', 'transporterId', 'transMode', 'confirmStatus'],
  sort: ['plantId', 'stateId', 'priority'],
  indexes: [['plantId', 'stateId'], ['stateId'], ['cityId'], ['transporterId']],
  access: { ...transport, MASTER_ADMIN: 'RCUDIA' },
  movesMoney: true,
  proposedBy: ['DISPATCH'],
  waitsInactive: true,
  within: { DISPATCH: { plantId: 'myPlants' }, TRANSPORTER: { transporterId: 'ownTransporter' } },
})
