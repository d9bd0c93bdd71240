import { quantityText, rupees, rupeesPer } from '../../../resources/define/show.ts'
import {
  type ChangedPrices,
  changedPrices,
  type PriceTerms,
  samePrice,
  whyOtherPrice,
} from '../../../resources/orders/approvals/changed-price.ts'
import type { LineInput } from '../../../resources/orders/order-input.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { LARGEST_LINE, type PricedLine } from '../../../resources/orders/quote/price.ts'
import type { LineChangeInput } from '../../../resources/orders/step-body.ts'
import { priceSteps, stepsOf, type TraceStep, trace } from '../../../resources/orders/trace.ts'
import { refused } from '../../platform/errors.ts'
import type { OrderFacts } from '../quote/order-facts.ts'
import { buyerOf, priceFor } from '../quote/price-for.ts'

/** What an approver's change of a line makes of its price. */
export interface PriceOfChange {
  /** The terms that the approver takes. */
  terms: PriceTerms
  /** What there is to choose from. */
  prices: ChangedPrices
  /** Why rules give another price for the new quantity; null where they give the same. */
  why: string | null
  /** Whether the promo code of the line does not apply to the new quantity, and is taken off. */
  promoGone: boolean
  /** How the terms were found; without who set them. */
  steps: readonly TraceStep[]
}

/**
 * Prices a line for the quantity of a change by the rules of its order's day. Throws 422 where they have no price for
 * that quantity, although they had one for the quantity of before.
 */
export function priceOfChange(
  facts: OrderFacts,
  line: OrderLine,
  entered: LineInput,
  change: LineChangeInput,
  position: number,
): PriceOfChange {
  const qty = change.qty ?? line.qty
  demandBounded(line, change.netPrice, qty, position)
  const product = facts.products.get(line.productId)!
  const { soldTo } = buyerOf(facts, product)
  const priced = (qty: number, manualDiscountPct = 0) =>
    priceFor(facts, soldTo, product, { qty, manualDiscountPct, promoCode: entered.promoCode })
  const was = priced(line.qty)
  const now = priced(qty)
  if (isUnpriced(now) && !isUnpriced(was)) {
    const message = `Line ${line.lineNo}: there is no price for a quantity of ${quantityText(qty)}: enter another quantity, or reject the line`
    throw refused([{ field: `lines[${position}].qty`, code: 'NO_PRICE', message }])
  }
  const prices = changedPrices(line, qty, { was, now }, change.netPrice, facts.settings['sap.net_by_unit'])
  const keeps = change.keepPrice && !samePrice(prices.fresh, prices.kept)
  const isFresh = prices.typed === null && !keeps
  const lostPromo = now.priceProblem === 'PROMO_NOT_VALID'
  return {
    terms: prices.typed ?? (keeps ? prices.kept : prices.fresh),
    prices,
    why: prices.isDerived ? whyOtherPrice(was.priceTrace, now.priceTrace) : null,
    promoGone: lostPromo && (prices.isDerived || was.priceProblem !== 'PROMO_NOT_VALID'),
    steps: prices.isDerived
      ? (isFresh ? priced(qty, line.manualDiscountPct) : now).priceTrace.steps
      : priceSteps(stepsOf(line.priceTrace)),
  }
}

/** Throws 422 where a typed price makes more of a line than amounts can hold. */
function demandBounded({ lineNo, priceUnit }: OrderLine, netPrice: number | null, qty: number, position: number) {
  // A bound and not an amount: a float is good enough here.
  if (netPrice === null || (netPrice / priceUnit / 1000) * qty <= LARGEST_LINE) return
  const message = `Line ${lineNo}: at this price it is worth more than ${rupees(LARGEST_LINE)}: enter a lower one`
  throw refused([{ field: `lines[${position}].netPrice`, code: 'VALUE_TOO_LARGE', message }])
}

const isUnpriced = ({ priceSource }: PricedLine) => priceSource === null

/** A changed line as priced, with who set or kept its price in the trace. */
export function pricedChange(
  { terms, prices, steps }: PriceOfChange,
  { netPrice, keepPrice }: LineChangeInput,
  on: string,
  who: string,
): PricedLine {
  const price = rupeesPer(terms.netPrice, terms.priceUnit)
  const reason =
    netPrice !== null
      ? `${who} set the price to ${price}`
      : keepPrice && !samePrice(prices.fresh, terms)
        ? `${who} kept the price of ${price}`
        : null
  const byHand: TraceStep[] =
    reason === null ? [] : [{ step: 'A1', name: 'APPROVER', verdict: 'won', row: null, reason }]
  return { ...terms, priceProblem: null, priceTrace: trace('price', on, [...steps, ...byHand]) }
}
