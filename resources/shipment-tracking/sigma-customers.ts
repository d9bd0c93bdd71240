import { trackingMasters } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { code, flag, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { stateCity } from '../masters/state-city.ts'

/** Customers of the sister business, whose shipments are only tracked here. */
export const sigmaCustomers = resource({
  group: 'shipment-tracking',
  name: 'sigma-customers',
  title: 'Sigma Customers',
  one: 'Sigma customer',
  purpose: 'The customers of the sister business line, whose shipments are tracked and not sold here.',
  fields: {
    code: code({ max: 10 }),
    name: text({ max: 100 }),
    email: text({ max: 254, format: 'email', label: 'E-mail' }),
    mobile: text({ max: 10, format: 'mobile', optional: true }),
    cityId: reference(stateCity, { optional: true, aliases: ['city_name'] }),
    pincode: text({ max: 6, format: 'pincode', label: 'PIN code' }),
    linkedCustomerId: reference(customer, { optional: true, hint: 'The same customer in our own books' }),
    sendTrackingMail: flag({ default: true, label: 'Send tracking mails' }),
  },
  key: ['code'],
  display: ['code', 'name'],
  list: ['code', 'name', 'cityId', 'linkedCustomerId', 'sendTrackingMail'],
  filters: ['cityId'],
  search: ['code', 'name', 'email'],
  sort: ['name'],
  indexes: [['name'], ['linkedCustomerId']],
  access: trackingMasters,
  everyRow: ['DISPATCH'],
})
