import { cscDesk } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { plant } from '../settings/plant.ts'
import { products } from './products.ts'

/** Customers who take a line from one batch only, and whom to mail when such an order is confirmed. */
export const singleBatchCustomerEmail = resource({
  group: 'masters',
  name: 'single-batch-customer-email',
  title: 'Send Mail For Single Batch Single Customer Orders',
  one: 'single-batch customer',
  purpose: 'Customers who need a single batch per order line, and who is notified.',
  fields: {
    customerId: reference(customer),
    productId: reference(products, { optional: true, hint: 'Leave empty for every product' }),
    plantId: reference(plant, { optional: true, hint: 'Leave empty for every plant' }),
    toEmails: text({ max: 500, format: 'emails', label: 'To', hint: 'Up to 10 e-mail addresses with commas between' }),
    ccEmails: text({ max: 500, format: 'emails', optional: true, label: 'Copy to' }),
  },
  key: ['customerId', 'productId', 'plantId'],
  display: ['customerId', 'productId', 'plantId'],
  list: ['customerId', 'productId', 'plantId', 'toEmails', 'ccEmails'],
  filters: ['customerId', 'plantId'],
  search: ['toEmails', 'ccEmails'],
  sort: ['customerId'],
  indexes: [['customerId'], ['productId']],
  access: cscDesk,
  within: { ...ofMyCustomers, DISPATCH: { customerId: 'myCustomers' } },
})
