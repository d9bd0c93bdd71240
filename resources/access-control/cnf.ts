import { sites } from '../access.ts'
import { has } from '../define/computed.ts'
import { code, date, flag, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { maskedOutsideFinance } from '../masked.ts'
import { stateCity } from '../masters/state-city.ts'
import { agreementInOrder, panInGstin } from '../rules.ts'
import { plant } from '../settings/plant.ts'
import { centralWarehouse } from './central-warehouse.ts'

/** A carrying and forwarding agent: holds the company’s stock in a state, bills and dispatches for it. */
export const cnf = resource({
  group: 'access-control',
  name: 'cnf',
  title: 'CnF',
  one: 'CnF',
  purpose: 'The carrying and forwarding agents, with their plant, agreement and licences.',
  fields: {
    code: code({ max: 10 }),
    name: text({ max: 100 }),
    plantId: reference(plant, { unique: true, where: { plantType: 'CNF' } }),
    centralWarehouseId: reference(centralWarehouse, {
      optional: true,
      hint: 'The plant that supplies when this CnF is short',
    }),
    agreementFrom: date(),
    agreementTo: date(),
    gstin: text({ max: 15, format: 'gstin', label: 'GSTIN' }),
    pan: text({
      max: 10,
      format: 'pan',
      label: 'PAN',
      maskedFor: maskedOutsideFinance,
    }),
    drugLicenceNo: text({ max: 40, format: 'drugLicence', optional: true }),
    drugLicenceValidTo: date({ optional: true }),
    pesoLicenceNo: text({ max: 40, format: 'pesoLicence', optional: true, label: 'PESO licence no' }),
    pesoValidTo: date({ optional: true, label: 'PESO licence valid to' }),
    contactPerson: text({ max: 60 }),
    mobile: text({ max: 10, format: 'mobile' }),
    email: text({ max: 254, format: 'email', label: 'E-mail' }),
    address: text({ audience: 'readers', max: 255 }),
    cityId: reference(stateCity, { aliases: ['city_name'] }),
    pincode: text({ max: 6, format: 'pincode', label: 'PIN code' }),
    orderCutoffTime: text({
      max: 5,
      format: 'time',
      default: '15:00',
      label: 'Order cut-off',
      hint: 'Orders after this time count from the next working day',
    }),
    servesChannel13: flag({ label: 'Serves channel 13' }),
  },
  key: ['code'],
  display: ['code', 'name'],
  sections: {
    Site: ['code', 'name', 'plantId', 'centralWarehouseId', 'orderCutoffTime', 'servesChannel13'],
    Agreement: ['agreementFrom', 'agreementTo'],
    'Tax and licences': ['gstin', 'pan', 'drugLicenceNo', 'drugLicenceValidTo', 'pesoLicenceNo', 'pesoValidTo'],
    Contact: ['contactPerson', 'mobile', 'email'],
    Address: ['address', 'cityId', 'pincode'],
  },
  list: [
    'code',
    'name',
    'plantId',
    'plantId.stateId',
    'cityId',
    'agreementTo',
    'drugLicenceValidTo',
    'pesoValidTo',
    'servesChannel13',
  ],
  filters: ['stateId', 'servesChannel13', 'agreementTo'],
  computed: { stateId: has('cnf-state', 'cnfId', { by: 'stateId' }) },
  search: ['code', 'name', 'gstin'],
  rules: [agreementInOrder, panInGstin],
  access: sites,
  within: { DISPATCH: { plantId: 'myPlants' } },
})
