import { organisation } from '../access.ts'
import { tollCenter } from '../access-control/toll-center.ts'
import { effectivePeriod, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { products } from './products.ts'
import { usedThisMonth } from './used-this-month.ts'

/** Sourcing step S1: what a toll centre makes is dispatched from there and from nowhere else. */
export const productWiseTollCenter = resource({
  group: 'masters',
  name: 'product-wise-toll-center',
  title: 'Product Wise Toll Center',
  one: 'toll center of a product',
  purpose: 'The products that are dispatched only from a toll center.',
  fields: {
    productId: reference(products),
    tollCenterId: reference(tollCenter),
    ...effectivePeriod(),
  },
  key: ['productId'],
  display: ['productId', 'tollCenterId'],
  list: ['productId', 'tollCenterId', 'tollCenterId.plantId', 'usedThisMonth', 'validFrom', 'validTo'],
  computed: { usedThisMonth },
  filters: ['tollCenterId', 'productId.sbuId'],
  sort: ['productId'],
  indexes: [['productId'], ['tollCenterId']],
  access: organisation,
  everyRow: ['DISPATCH'],
  whatIf: { lines: { productId: 'productId' } },
})
