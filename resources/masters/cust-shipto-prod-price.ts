import { pricing } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { shipTo } from '../access-control/ship-to.ts'
import { effectivePeriod, flag, money, quantity, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { ofMyCustomers } from '../rules.ts'
import { products } from './products.ts'

/** Pricing step P1: the net price agreed with a customer for one delivery address; no automatic discount follows. */
export const custShiptoProdPrice = resource({
  group: 'masters',
  name: 'cust-shipto-prod-price',
  title: 'Customer ShipTo Product Wise Price',
  one: 'customer price',
  purpose: 'The net price agreed with a customer for a delivery address, a product and a quantity.',
  fields: {
    customerId: reference(customer),
    shipToId: reference(shipTo, { where: { customerId: '$customerId' }, label: 'Ship-to' }),
    productId: reference(products),
    netPrice: money({ min: 0.01 }),
    minQty: quantity({
      default: 0,
      label: 'From quantity',
      hint: 'The row with the highest quantity that the order reaches is taken',
    }),
    approvedRef: text({ max: 40, label: 'Approval reference', hint: 'The note or mail in which the price was agreed' }),
    ...effectivePeriod(),
  },
  key: ['customerId', 'shipToId', 'productId', 'minQty'],
  display: ['customerId', 'shipToId', 'productId'],
  leads: ['customerId', 'productId', 'netPrice', 'validFrom', 'validTo', 'shipToId'],
  list: ['customerId', 'shipToId', 'productId', 'netPrice', 'minQty', 'validFrom', 'validTo'],
  filters: ['customerId', 'productId.sbuId', 'endsAlone'],
  computed: {
    endsAlone: flag({
      label: 'Ends, none follows',
      hint: 'Ends within 14 days, and no later price of its key follows',
    }),
  },
  search: ['approvedRef'],
  sort: ['customerId', 'productId'],
  indexes: [['customerId', 'productId'], ['shipToId', 'productId'], ['productId']],
  access: pricing,
  whatIf: { lines: { customerId: 'soldToId', shipToId: 'shipToId', productId: 'productId' } },
  within: ofMyCustomers,
})
