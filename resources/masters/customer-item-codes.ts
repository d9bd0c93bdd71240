import { frequentlyPurchased } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { products } from './products.ts'

/** What a customer calls our products: entered by people, or learned from corrections of pasted lines. */
export const customerItemCodes = resource({
  group: 'masters',
  name: 'customer-item-codes',
  title: 'Customer Item Codes',
  purpose: 'The codes and names by which a customer orders a product; pasted orders are matched by them.',
  fields: {
    customerId: reference(customer),
    itemCode: text({
      max: 40,
      format: 'reference',
      label: 'Customer’s item code',
      hint: 'A code or a name, as the customer writes it',
    }),
    productId: reference(products),
    source: choice(['ENTERED', 'LEARNED'], {
      default: 'ENTERED',
      server: true,
      hint: 'Learned: a person selected the product for a pasted line and saved it',
    }),
  },
  key: ['customerId', 'itemCode'],
  display: ['customerId', 'itemCode'],
  list: ['customerId', 'itemCode', 'productId', 'source'],
  filters: ['customerId', 'source'],
  search: ['itemCode'],
  large: true,
  sort: ['customerId', 'itemCode'],
  indexes: [['customerId'], ['productId']],
  access: frequentlyPurchased,
  changedInScope: true,
  within: { ...ofMyCustomers, CUSTOMER: { customerId: 'ownCustomer' }, DISTRIBUTOR: { customerId: 'ownCustomer' } },
})
