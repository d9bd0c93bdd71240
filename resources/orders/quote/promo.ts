import { validOn } from '../../define/dates.ts'
import { dayText, percentText, quantityText, rupees } from '../../define/show.ts'
import { compareRatios, exactly, lessAmount, lessShare, rupeesExact } from '../line-price.ts'
import type { RulePromoCode } from '../rows.ts'
import type { TraceStep } from '../trace.ts'
import { type Ratio, wholeOf } from '../unit-conversion.ts'
import { asCounted, type Discounted, type DiscountFacts, noted } from './discount-facts.ts'
import { type CandidateStep, firstMatch } from './first-match.ts'
import type { PriceLine } from './price-facts.ts'
import { rankRows } from './rank-rows.ts'

const STEP = { step: 'D2', name: 'PROMO' } as const

/**
 * D2: the code that the buyer typed, only on a list price. A combinable code applies on top of the default discount;
 * otherwise the lower price counts, and of equals the default discount, so that no use of the code is spent.
 */
export function promoDiscount(facts: DiscountFacts, soFar: Discounted): Discounted {
  const code = facts.line.promoCode
  if (code === null) return noted(soFar, { ...STEP, verdict: 'none', row: null, reason: 'No promo code was entered' })
  if (facts.priceSource !== 'LIST') {
    const reason = `Promo code ${code} is given on list prices only`
    return noted(soFar, { ...STEP, verdict: 'skipped', row: null, reason })
  }
  const { won, steps } = firstMatch([promoStep], facts)
  const row = won && facts.book.promos.get(keyOf(facts))!.find(({ id }) => id === won.row!.id)!
  if (!row)
    return { ...soFar, steps: [...soFar.steps, ...steps], problem: 'PROMO_NOT_VALID', problemWhy: whyNot(facts, code) }
  const from = row.isCombinable ? soFar.price : exactly(facts.undiscounted)
  const price = asCounted(facts, lessPromo(row, from, facts.priceUnit))
  const text = (each: Ratio) => rupeesExact(each, facts.priceUnit)
  if (!row.isCombinable && compareRatios(price, soFar.price) >= 0) {
    const why = `it makes ${text(price)}, and the standing discount makes ${text(soFar.price)} already`
    return { ...soFar, steps: [...soFar.steps, ...steps.map(step => asLost(step, why))] }
  }
  return {
    ...soFar,
    price,
    defaultDiscountPct: row.isCombinable ? soFar.defaultDiscountPct : 0,
    promoCodeId: row.id,
    promoDiscountPct: row.discountType === 'PERCENT' ? row.discountValue : 0,
    promoDiscountValue: wholeOf({ num: from.num * price.den - price.num * from.den, den: from.den * price.den }),
    steps: row.isCombinable
      ? [...soFar.steps, ...steps]
      : [...soFar.steps.map(step => asLost(step, `promo code ${code} makes ${text(price)}`)), ...steps],
  }
}

const keyOf = ({ line, order }: { line: Pick<PriceLine, 'promoCode' | 'product'>; order: DiscountFacts['order'] }) =>
  `${line.promoCode}/${order.channelId}/${line.product.id}`

const promoStep: CandidateStep<DiscountFacts, number> = {
  ...STEP,
  evaluate: facts =>
    rankRows(facts.book.promos.get(keyOf(facts)), {
      resource: 'channel-product-promocode',
      columns: ['promoCode', 'discountType', 'discountValue', 'isCombinable', 'uses'],
      on: facts.order.orderDate,
      qty: facts.line.qty,
      value: row => row.discountValue,
      says: row => `Promo code ${row.promoCode} gives ${givesText(row)}`,
      refuses: row => usedUp(row, facts.line.qty),
      missing: `Promo code ${facts.line.promoCode} is not for this product and channel`,
    }),
}

/** Why the code that was typed does not apply to the line, and what to do. */
function whyNot({ book, order, line: { qty, ...line } }: DiscountFacts, code: string): string {
  const rows = (book.promos.get(keyOf({ line, order })) ?? []).filter(({ isActive }) => isActive)
  const counts = rows.filter(row => validOn(row, order.orderDate))
  const [row] = counts.filter(({ minQty }) => minQty <= qty)
  if (row && row.maxUses !== null && row.uses >= row.maxUses) return promoUsedUp(code, row.uses, row.maxUses)
  if (row && row.maxQtyPerCustomer !== null) return promoTaken(code, row.maxQtyPerCustomer, row.qtyOfCustomer)
  const [more] = counts.toSorted((one, other) => one.minQty - other.minQty)
  if (more)
    return `promo code ${code} applies from a quantity of ${quantityText(more.minQty)} on: order as many, or remove it`
  const [other] = rows
  const why = other
    ? `counts from ${dayText(other.validFrom)} to ${dayText(other.validTo)}`
    : 'is not for this product and channel'
  return `promo code ${code} ${why}: remove it, or enter another`
}

/** Says that all uses of a promo code are spent. */
export const promoUsedUp = (code: string, uses: number, most: number) =>
  `promo code ${code} was used ${uses} of ${most} times: remove it, or enter another`

/** Says how much a customer may still buy with a promo code; quantities in thousandths. */
export function promoTaken(code: string, most: number, taken: number) {
  const left = most - taken
  const least = `a customer buys at most ${quantityText(most)} with promo code ${code}`
  return left > 0
    ? `${least}, ${quantityText(left)} are left: order at most ${quantityText(left)}`
    : `${least}, and none are left: remove it, or enter another`
}

/** Why a matching code may no longer be used. */
function usedUp({ maxUses, uses, maxQtyPerCustomer, qtyOfCustomer }: RulePromoCode, qty: number) {
  if (maxUses !== null && uses >= maxUses) return `it was used ${uses} of ${maxUses} times`
  if (maxQtyPerCustomer === null || qtyOfCustomer + qty <= maxQtyPerCustomer) return undefined
  const left = quantityText(Math.max(0, maxQtyPerCustomer - qtyOfCustomer))
  return `a customer buys at most ${quantityText(maxQtyPerCustomer)} with it, and ${left} of them are left`
}

const lessPromo = ({ discountType, discountValue }: RulePromoCode, price: Ratio, units: number) =>
  discountType === 'PERCENT' ? lessShare(price, discountValue) : lessAmount(price, discountValue * units)

const givesText = ({ discountType, discountValue, isCombinable }: RulePromoCode) =>
  `${discountType === 'PERCENT' ? percentText(discountValue) : `${rupees(discountValue)} a unit`}${isCombinable ? ' on top of the standing discount' : ''}`

/** A step that had won, and now loses. */
const asLost = (step: TraceStep, why: string): TraceStep =>
  step.verdict === 'won' ? { ...step, verdict: 'lost', reason: `${step.reason}, but ${why}` } : step
