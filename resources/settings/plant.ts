import { system } from '../access.ts'
import { choice, code, date, reference, text, toComplete } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { state } from '../masters/state.ts'
import { stateCity } from '../masters/state-city.ts'

/** A site that holds stock: SAP's plant, whether factory, depot, CnF, toll centre or central warehouse. */
export const plant = resource({
  group: 'settings',
  name: 'plant',
  title: 'Plants',
  purpose: 'Every site that holds stock and dispatches goods.',
  fields: {
    code: code({ max: 4, sap: true }),
    name: text({ max: 60, sap: true }),
    plantType: choice(['FACTORY', 'DEPOT', 'CNF', 'TOLL', 'CENTRAL_WAREHOUSE'], {
      optional: true,
      completedLater: true,
    }),
    stateId: reference(state, { aliases: ['gst_state_code'] }),
    cityId: reference(stateCity, { optional: true, aliases: ['city_name'] }),
    pincode: text({ max: 6, format: 'pincode', optional: true, completedLater: true, label: 'PIN code' }),
    address: text({ audience: 'readers', max: 255, optional: true, completedLater: true }),
    gstin: text({ max: 15, format: 'gstin', optional: true, completedLater: true, label: 'GSTIN' }),
    pesoLicenceNo: text({ max: 40, format: 'pesoLicence', optional: true, label: 'PESO licence no' }),
    pesoValidTo: date({ optional: true, label: 'PESO licence valid to' }),
    dispatchEmail: text({ max: 254, format: 'email', optional: true, label: 'Dispatch e-mail' }),
    costCentre: code({
      max: 10,
      optional: true,
      label: 'Cost centre',
      hint: 'Of the freight of the site, in the books',
    }),
    sapShippingPoint: code({ max: 4, optional: true }),
    lastDay: date({
      optional: true,
      server: true,
      label: 'Last day',
      hint: 'Orders are supplied from here up to this day; then the plant is closed',
    }),
    toComplete: toComplete(),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'plantType', 'stateId', 'cityId', 'gstin', 'pesoValidTo', 'toComplete'],
  filters: ['plantType', 'stateId', 'toComplete'],
  search: ['code', 'name', 'gstin'],
  access: system,
  closing: {
    lastDay: 'lastDay',
    act: 'Close for good',
    says: 'Orders are supplied from it up to the last day; it is closed with its CnF once open deliveries are done.',
    taker: { label: 'Which plant takes over', hint: 'Becomes the default plant where this one is' },
    becomes: { 'default-supply-plant.plantId': 'PASSES', 'user.plantId': 'LASTLY' },
  },
  everyRow: ['DISPATCH'],
})

export type Plant = Row<typeof plant>
