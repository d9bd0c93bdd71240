import { pricing } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { effectivePeriod, money, percent, quantity, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { products } from '../masters/products.ts'

/**
 * Pricing step P2: the net price of a customer of channel 13, whatever the delivery address; no automatic discount
 * follows.
 */
export const customerWiseProductWisePrice = resource({
  group: 'channel-13-masters',
  name: 'customer-wise-product-wise-price',
  title: 'Customer-wise Product-wise Price',
  one: 'customer price',
  purpose: 'The net price of a product for a customer of channel 13.',
  fields: {
    customerId: reference(customer, { hint: 'Read only for customers of channel 13' }),
    productId: reference(products),
    netPrice: money({ min: 0.01 }),
    minQty: quantity({
      default: 0,
      label: 'From quantity',
      hint: 'The row with the highest quantity that the order reaches is taken',
    }),
    ...effectivePeriod(),
  },
  key: ['customerId', 'productId', 'minQty'],
  display: ['customerId', 'productId'],
  list: ['customerId', 'productId', 'netPrice', 'listPrice', 'diffPct', 'minQty', 'validFrom', 'validTo'],
  filters: ['customerId', 'productId.sbuId'],
  computed: {
    listPrice: money({ reads: ['product-price'] }),
    diffPct: percent({ min: -999.99, label: 'Above list', reads: ['product-price'] }),
  },
  sort: ['customerId'],
  indexes: [['customerId', 'productId'], ['productId']],
  access: pricing,
  whatIf: { lines: { customerId: 'soldToId', productId: 'productId' } },
  within: { SALES_REP: { customerId: 'myCustomers' }, SALES_MANAGER: { customerId: 'myCustomers' } },
})
