import { cscDesk } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { flag, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { products } from './products.ts'
import { sbu } from './sbu.ts'

/** Shipping instructions of a customer; the most specific row counts: product and SBU, product, SBU, customer. */
export const shippingInstructions = resource({
  group: 'masters',
  name: 'shipping-instructions',
  title: 'Customer - Product - SBU Shipping Instructions',
  one: 'shipping instruction',
  purpose: 'Delivery instructions per customer, product and SBU.',
  fields: {
    customerId: reference(customer),
    productId: reference(products, { optional: true, hint: 'Leave empty for every product' }),
    sbuId: reference(sbu, { optional: true, hint: 'Leave empty for every SBU' }),
    instruction: text({ max: 500, long: true }),
    printOnLr: flag({ default: true, label: 'Print on the LR' }),
    needsCscReview: flag({ label: 'Needs a CSC check', hint: 'Every such order needs a CSC check' }),
  },
  key: ['customerId', 'productId', 'sbuId'],
  display: ['customerId', 'productId', 'sbuId'],
  list: ['customerId', 'productId', 'sbuId', 'instruction', 'printOnLr', 'needsCscReview'],
  filters: ['customerId', 'sbuId'],
  search: ['instruction'],
  sort: ['customerId'],
  indexes: [['customerId'], ['productId']],
  access: cscDesk,
  within: { ...ofMyCustomers, DISPATCH: { customerId: 'myCustomers' } },
})
