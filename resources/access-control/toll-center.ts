import { sites } from '../access.ts'
import { code, date, flag, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { maskedOutsideFinance } from '../masked.ts'
import { stateCity } from '../masters/state-city.ts'
import { agreementInOrder, panInGstin } from '../rules.ts'
import { plant } from '../settings/plant.ts'

/** A toll manufacturer: makes some products under agreement, and dispatches them from its own plant. */
export const tollCenter = resource({
  group: 'access-control',
  name: 'toll-center',
  title: 'Toll Center',
  purpose: 'The toll manufacturers that make and dispatch products for the company, with their agreements.',
  fields: {
    code: code({ max: 10 }),
    name: text({ max: 100 }),
    plantId: reference(plant, { unique: true, where: { plantType: 'TOLL' } }),
    gstin: text({ max: 15, format: 'gstin', label: 'GSTIN' }),
    pan: text({
      max: 10,
      format: 'pan',
      label: 'PAN',
      maskedFor: maskedOutsideFinance,
    }),
    agreementFrom: date(),
    agreementTo: date({ hint: 'After this day the plant no longer supplies' }),
    pesoLicenceNo: text({ max: 40, format: 'pesoLicence', optional: true, label: 'PESO licence no' }),
    pesoValidTo: date({ optional: true, label: 'PESO licence valid to' }),
    contactPerson: text({ max: 60 }),
    mobile: text({ max: 10, format: 'mobile' }),
    email: text({ max: 254, format: 'email', label: 'E-mail' }),
    cityId: reference(stateCity, { aliases: ['city_name'] }),
    servesChannel13: flag({ label: 'Serves channel 13' }),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'plantId', 'cityId', 'agreementTo', 'servesChannel13'],
  filters: ['servesChannel13'],
  search: ['code', 'name', 'gstin'],
  rules: [agreementInOrder, panInGstin],
  access: sites,
  within: { DISPATCH: { plantId: 'myPlants' } },
})
