import { frequentlyPurchased } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { action } from '../define/action.ts'
import { choice, date, integer, quantity, reference } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { products } from './products.ts'

/** The quick-order list of a customer: what people pinned, and what the nightly count finds to be ordered often. */
export const frequentlyPurchasedItems = resource({
  group: 'masters',
  name: 'frequently-purchased-items',
  title: 'Frequently Purchased Items',
  purpose: 'Products a customer orders frequently: pinned manually or counted every night.',
  fields: {
    customerId: reference(customer),
    productId: reference(products),
    source: choice(['PINNED', 'COMPUTED'], {
      default: 'PINNED',
      server: true,
      hint: 'Pinned products are kept; counted products are removed when no longer ordered',
    }),
    orderCount180d: integer({ min: 0, default: 0, server: true, label: 'Orders in 180 days' }),
    lastOrderedOn: date({ optional: true, server: true }),
    defaultQty: quantity({ min: 0.001, default: 1000, label: 'Default quantity' }),
    sortNo: integer({ min: 0, max: 9999, default: 100, label: 'Place', hint: 'Small numbers come first' }),
  },
  key: ['customerId', 'productId'],
  display: ['customerId', 'productId'],
  list: ['customerId', 'productId', 'source', 'orderCount180d', 'lastOrderedOn', 'defaultQty', 'sortNo'],
  filters: ['customerId', 'source'],
  sort: ['sortNo', '-orderCount180d'],
  indexes: [['customerId'], ['productId']],
  actions: {
    pin: action({ label: 'Pin', letter: 'U', on: 'rows', when: { source: 'COMPUTED' } }),
    unpin: action({ label: 'Unpin', letter: 'U', on: 'rows', when: { source: 'PINNED' } }),
  },
  access: frequentlyPurchased,
  changedInScope: true,
  within: { ...ofMyCustomers, CUSTOMER: { customerId: 'ownCustomer' }, DISTRIBUTOR: { customerId: 'ownCustomer' } },
})

export type FrequentItem = Row<typeof frequentlyPurchasedItems>
