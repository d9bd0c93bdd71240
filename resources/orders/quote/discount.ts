import { WHOLE } from '../../define/amounts.ts'
import { percentText } from '../../define/show.ts'
import { exactly, lessShare, rupeesExact } from '../line-price.ts'
import type { RulePricingGroup } from '../rows.ts'
import { rowUsed } from '../trace.ts'
import type { DiscountFacts } from './discount-facts.ts'
import { asCounted, type Discounted, discountKey, noted } from './discount-facts.ts'
import { type CandidateStep, firstMatch, none } from './first-match.ts'
import type { PriceLine } from './price-facts.ts'
import { promoDiscount } from './promo.ts'
import { rankRows } from './rank-rows.ts'

/** Takes the price so far and returns the price after the discount. A new kind is one more entry. */
type Discount = (facts: DiscountFacts, soFar: Discounted) => Discounted

const discounts: readonly Discount[] = [defaultDiscount, promoDiscount, manualDiscount]

/** Applies the discounts in their order to a price in paise: exactly, or rounded half up after each where that counts. */
export const applyDiscounts = (facts: DiscountFacts): Discounted =>
  discounts.reduce<Discounted>((soFar, discount) => discount(facts, soFar), {
    price: exactly(facts.undiscounted),
    defaultDiscountPct: 0,
    promoCodeId: null,
    promoDiscountPct: 0,
    promoDiscountValue: 0,
    manualDiscountPct: 0,
    problem: null,
    steps: [],
  })

/** D1: the default discount, only on a list price; product before pricing group, with segment before without. */
function defaultDiscount(facts: DiscountFacts, soFar: Discounted): Discounted {
  if (facts.priceSource !== 'LIST') {
    const reason = 'A standing discount is given on list prices only'
    return noted(soFar, { step: 'D1', name: 'DEFAULT_DISCOUNT', verdict: 'skipped', row: null, reason })
  }
  const { won, steps } = firstMatch<DiscountFacts, number, CandidateStep<DiscountFacts, number>>(defaultSteps, facts)
  const pct = won?.value ?? 0
  const price = asCounted(facts, lessShare(soFar.price, pct))
  return { ...soFar, price, defaultDiscountPct: pct, steps: [...soFar.steps, ...steps] }
}

const defaultStep = (
  name: string,
  keyOf: (facts: DiscountFacts) => string | null,
  missing: string,
): CandidateStep<DiscountFacts, number> => ({
  step: 'D1',
  name,
  evaluate: facts => {
    const at = keyOf(facts)
    if (at === null) return [none(missing)]
    return rankRows(facts.book.defaults.get(at), {
      resource: 'product-discount',
      columns: ['discountPct', 'minQty', 'productId', 'materialPricingGroupId', 'customerSegmentId'],
      on: facts.order.orderDate,
      qty: facts.line.qty,
      value: row => row.discountPct,
      says: row => `A standing discount of ${percentText(row.discountPct)}`,
      missing,
    })
  },
})

const defaultSteps = [
  defaultStep(
    'PRODUCT_AND_SEGMENT',
    ({ order, line }) =>
      order.customerSegmentId === null ? null : discountKey('product', line.product.id, order.customerSegmentId),
    "No standing discount on the product for the customer's segment",
  ),
  defaultStep(
    'PRODUCT',
    ({ line }) => discountKey('product', line.product.id, null),
    'No standing discount on the product',
  ),
  defaultStep(
    'GROUP_AND_SEGMENT',
    ({ order, line: { product } }) =>
      order.customerSegmentId === null || product.materialPricingGroupId === null
        ? null
        : discountKey('group', product.materialPricingGroupId, order.customerSegmentId),
    "No standing discount on the material pricing group for the customer's segment",
  ),
  defaultStep(
    'GROUP',
    ({ line: { product } }) =>
      product.materialPricingGroupId === null ? null : discountKey('group', product.materialPricingGroupId, null),
    'No standing discount on the material pricing group',
  ),
]

/** D3: the manual discount, up to the cap of the pricing group; beyond it the price stays and submit is refused. */
function manualDiscount(facts: DiscountFacts, soFar: Discounted): Discounted {
  const { book, order, line, priceSource, priceUnit } = facts
  const step = { step: 'D3', name: 'MANUAL_DISCOUNT' } as const
  const pct = line.manualDiscountPct
  if (pct === 0) {
    return noted(soFar, { ...step, verdict: 'none', row: null, reason: 'No manual discount was asked for' })
  }
  if (priceSource === 'FREE' || !order.orderType.allowsManualDiscount) {
    const reason = `Order type ${order.orderType.code} allows no manual discount`
    return { ...noted(soFar, { ...step, verdict: 'skipped', row: null, reason }), problem: 'DISCOUNT_NOT_ALLOWED' }
  }
  const group = groupOf(book.groups, line)
  const row = group ? rowUsed('material-pricing-group', group, ['code', 'maxManualDiscountPct']) : null
  const cap = group?.maxManualDiscountPct ?? WHOLE
  if (pct < 0 || pct > cap) {
    const reason = `A manual discount of ${percentText(pct)} is not between 0.00 % and the cap of ${percentText(cap)}`
    return { ...noted(soFar, { ...step, verdict: 'skipped', row, reason }), problem: 'DISCOUNT_OVER_CAP' }
  }
  const price = asCounted(facts, lessShare(soFar.price, pct))
  const reason = `${percentText(pct)} by hand, within the cap of ${percentText(cap)}, makes ${rupeesExact(price, priceUnit)}`
  return { ...noted(soFar, { ...step, verdict: 'won', row, reason }), price, manualDiscountPct: pct }
}

function groupOf(groups: ReadonlyMap<number, RulePricingGroup>, { product }: PriceLine) {
  const id = product.materialPricingGroupId
  const group = id === null ? undefined : groups.get(id)
  if (id !== null && !group)
    throw new Error(`Material pricing group ${id} of ${product.code} was not loaded for pricing`)
  return group
}
