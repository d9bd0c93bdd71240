import { pricing } from '../access.ts'
import { effectivePeriod, percent, quantity, reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { customerSegment } from '../settings/customer-segment.ts'
import { materialPricingGroup } from './material-pricing-group.ts'
import { products } from './products.ts'

/**
 * Pricing step D1: product with segment is preferred to product, and these to a pricing group with or without segment.
 */
export const productDiscount = resource({
  group: 'masters',
  name: 'product-discount',
  title: 'Product with Default Discount',
  one: 'product discount',
  purpose: 'The standing discount of a product or a pricing group, by customer segment and quantity.',
  fields: {
    productId: reference(products, { optional: true }),
    materialPricingGroupId: reference(materialPricingGroup, { optional: true }),
    customerSegmentId: reference(customerSegment, { optional: true, hint: 'Leave empty for every segment' }),
    minQty: quantity({ default: 0, label: 'From quantity' }),
    discountPct: percent({ label: 'Discount' }),
    ...effectivePeriod(),
  },
  key: ['productId', 'materialPricingGroupId', 'customerSegmentId', 'minQty'],
  display: ['productId', 'materialPricingGroupId', 'customerSegmentId'],
  list: ['productId', 'materialPricingGroupId', 'customerSegmentId', 'minQty', 'discountPct', 'validFrom', 'validTo'],
  filters: ['productId.sbuId', 'customerSegmentId'],
  sort: ['productId'],
  indexes: [['productId'], ['materialPricingGroupId'], ['customerSegmentId']],
  rules: [
    {
      field: 'productId',
      message: 'must be given, or else a material pricing group, but not both',
      check: row => (row.productId === null) !== (row.materialPricingGroupId === null),
    },
  ],
  access: pricing,
  whatIf: { lines: { productId: 'productId', materialPricingGroupId: 'materialPricingGroupId' } },
})
