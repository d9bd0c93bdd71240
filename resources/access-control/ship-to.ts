import { shipTos } from '../access.ts'
import { choice, date, decimal, flag, reference, text, toComplete } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { state } from '../masters/state.ts'
import { stateCity } from '../masters/state-city.ts'
import { customer } from './customer.ts'

/** A delivery address of a customer; its city gives the zone of an order, its state the tax. */
export const shipTo = resource({
  group: 'access-control',
  name: 'ship-to',
  title: 'Ship-to Addresses',
  one: 'ship-to address',
  purpose: 'The addresses to which a customer’s goods are delivered, with their PESO licences.',
  fields: {
    customerId: reference(customer),
    code: text({ max: 10, format: 'sapNumber', sap: true, label: 'Ship-to code' }),
    name: text({ max: 100, sap: true }),
    address: text({ audience: 'readers', max: 255, sap: true }),
    cityId: reference(stateCity, { optional: true, completedLater: true, aliases: ['city_name'] }),
    stateId: reference(state, { sap: true, aliases: ['gst_state_code'] }),
    pincode: text({ max: 6, format: 'pincode', sap: true, label: 'PIN code' }),
    gstin: text({ max: 15, format: 'gstin', optional: true, sap: true, label: 'GSTIN' }),
    contactPerson: text({ max: 60, optional: true }),
    mobile: text({ max: 10, format: 'mobile', optional: true }),
    email: text({ max: 254, format: 'email', optional: true, label: 'E-mail' }),
    isThirdParty: flag({ label: 'Third party', hint: 'The goods go to another legal entity' }),
    pesoLicenceNo: text({ max: 40, format: 'pesoLicence', optional: true, label: 'PESO licence no' }),
    pesoClass: choice(['A', 'B', 'C', 'AB', 'BC', 'ABC'], {
      optional: true,
      label: 'PESO classes',
      hint: 'The petroleum classes that the licence covers',
    }),
    pesoCapacityLitres: decimal({ scale: 1, min: 0, optional: true, label: 'PESO capacity in litres' }),
    pesoValidTo: date({ optional: true, label: 'PESO licence valid to' }),
    deliveryWindow: text({ max: 40, optional: true, hint: 'Such as 10:00-17:00' }),
    isDefault: flag(),
    toComplete: toComplete({ audience: 'staff' }),
  },
  key: ['customerId', 'code'],
  display: ['code', 'name'],
  list: ['customerId', 'code', 'name', 'cityId', 'stateId', 'pincode', 'pesoValidTo', 'isDefault', 'toComplete'],
  filters: ['customerId', 'stateId', 'toComplete'],
  search: ['code', 'name', 'gstin'],
  large: true,
  sort: ['customerId', 'code'],
  indexes: [['customerId', 'code'], ['code'], ['name'], ['cityId'], ['stateId']],
  access: shipTos,
  within: {
    CUSTOMER: { customerId: 'ownCustomer' },
    DISTRIBUTOR: { customerId: 'ownCustomer' },
    SALES_REP: { customerId: 'myCustomers' },
    SALES_MANAGER: { customerId: 'myCustomers' },
    DISPATCH: { customerId: 'myCustomers' },
  },
})

export type ShipTo = Row<typeof shipTo>
