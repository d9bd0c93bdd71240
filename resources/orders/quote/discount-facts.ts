import { exactly } from '../line-price.ts'
import type { PriceSource } from '../order-line.ts'
import type { TraceStep } from '../trace.ts'
import { type Ratio, wholeOf } from '../unit-conversion.ts'
import type { PriceLine, PriceOrder, PriceRows } from './price-facts.ts'

export type DiscountProblem = 'DISCOUNT_OVER_CAP' | 'DISCOUNT_NOT_ALLOWED' | 'PROMO_NOT_VALID'

/** The key of the discount rows of a product or a pricing group, for all customers or a segment of them. */
export const discountKey = (kind: 'product' | 'group', id: number, segment: number | null) =>
  `${kind}/${id}/${segment ?? ''}`

/** The discount rows by their keys, made once for all lines. */
export const discountBook = ({ productDiscounts, materialPricingGroups, promoCodes }: PriceRows) => ({
  promos: Map.groupBy(promoCodes, row => `${row.promoCode}/${row.channelId}/${row.productId}`),
  defaults: Map.groupBy(productDiscounts, ({ productId, materialPricingGroupId, customerSegmentId }) =>
    productId === null
      ? discountKey('group', materialPricingGroupId ?? 0, customerSegmentId)
      : discountKey('product', productId, customerSegmentId),
  ),
  groups: new Map(materialPricingGroups.map(row => [row.id, row])),
})

export interface DiscountFacts {
  book: ReturnType<typeof discountBook>
  order: PriceOrder
  line: PriceLine
  priceSource: PriceSource
  /** The price of `priceUnit` units before any discount, in paise. */
  undiscounted: number
  priceUnit: number
}

export interface Discounted {
  /** In paise. */
  price: Ratio
  defaultDiscountPct: number
  promoCodeId: number | null
  promoDiscountPct: number
  promoDiscountValue: number
  /** The manual discount that counts. */
  manualDiscountPct: number
  problem: DiscountProblem | null
  /** What is wrong with a promo code, and what to do. */
  problemWhy?: string
  steps: TraceStep[]
}

/** A price so far with one more step in its trace. */
export const noted = (soFar: Discounted, step: TraceStep): Discounted => ({ ...soFar, steps: [...soFar.steps, step] })

/** A price so far as it counts: exact, or to the paisa where a landscape rounds the price of a unit. */
export const asCounted = ({ order }: DiscountFacts, price: Ratio): Ratio =>
  order.netByUnit ? exactly(wholeOf(price)) : price
