import { sites } from '../access.ts'
import { code, flag, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { stateCity } from '../masters/state-city.ts'
import { plant } from '../settings/plant.ts'

/** Sourcing step S5b: the warehouse that feeds the CnFs and supplies when they are short. */
export const centralWarehouse = resource({
  group: 'access-control',
  name: 'central-warehouse',
  title: 'Central Warehouse',
  purpose: 'The company’s warehouses that feed the CnFs and supply when a CnF is short.',
  fields: {
    code: code({ max: 10 }),
    name: text({ max: 100 }),
    plantId: reference(plant, { unique: true, where: { plantType: 'CENTRAL_WAREHOUSE' } }),
    gstin: text({ max: 15, format: 'gstin', label: 'GSTIN' }),
    contactPerson: text({ max: 60 }),
    mobile: text({ max: 10, format: 'mobile' }),
    email: text({ max: 254, format: 'email', label: 'E-mail' }),
    cityId: reference(stateCity, { aliases: ['city_name'] }),
    fallbackEnabled: flag({ default: true, label: 'Supplies on shortage' }),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'plantId', 'cityId', 'fallbackEnabled'],
  search: ['code', 'name'],
  access: sites,
  within: { DISPATCH: { plantId: 'myPlants' } },
})
