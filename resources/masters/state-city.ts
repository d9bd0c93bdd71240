import { organisation } from '../access.ts'
import { flag, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { state } from './state.ts'
import { zoneArea } from './zone-area.ts'

/** The cities; the zone of an order is that of the city of its ship-to. */
export const stateCity = resource({
  group: 'masters',
  name: 'state-city',
  title: 'State City',
  one: 'city',
  purpose: 'The cities of each state, and the sales area each belongs to.',
  fields: {
    stateId: reference(state, { aliases: ['gst_state_code'] }),
    name: text({ max: 60, label: 'City', aliases: ['city_name'] }),
    zoneAreaId: reference(zoneArea),
    isMetro: flag(),
    stdPincodePrefix: text({
      min: 3,
      max: 3,
      format: 'digits',
      optional: true,
      label: 'PIN code begins with',
      hint: 'The first three digits of its PIN codes',
    }),
  },
  key: ['stateId', 'name'],
  display: ['name'],
  list: ['stateId', 'name', 'zoneAreaId', 'zoneAreaId.zoneId', 'isMetro', 'stdPincodePrefix'],
  filters: ['stateId', 'zoneAreaId.zoneId'],
  search: ['name'],
  sort: ['stateId', 'name'],
  indexes: [['stateId', 'name'], ['name'], ['zoneAreaId']],
  access: organisation,
  everyRow: ['DISPATCH'],
})
