import { mulDiv } from '../../define/amounts.ts'
import { pick } from '../../define/pick.ts'
import { rupeesPer } from '../../define/show.ts'
import {
  compareRatios,
  exactly,
  exactNet,
  type LinePrice,
  lessShare,
  lineValue,
  shareBelow,
  withNetPrice,
} from '../line-price.ts'
import type { OrderLine } from '../order-line.ts'
import type { PricedLine } from '../quote/price.ts'
import { commonUnits } from '../quote/unit-price.ts'
import type { Trace, TraceStep } from '../trace.ts'
import { wholeOf } from '../unit-conversion.ts'

/** The columns of a line that say what a unit costs and why. */
export const priceFields = [
  'priceUnit',
  'listPrice',
  'priceSource',
  'priceSourceId',
  'defaultDiscountPct',
  'promoCodeId',
  'promoDiscountPct',
  'promoDiscountValue',
  'manualDiscountPct',
  'basePrice',
  'netPrice',
  'discountPct',
] as const

/** What a line costs, its value, and where that comes from; column names of `order_line`. */
export type PriceTerms = Pick<OrderLine, (typeof priceFields)[number] | 'netValue'>

/** The prices that an approver's change of a line may lead to. */
export interface ChangedPrices {
  /** By the rules, for the new quantity and with the manual discount of the line. */
  fresh: PriceTerms
  /** The price of before: what it is below the fresh one without a manual discount counts as given by hand. */
  kept: PriceTerms
  /** The price that the approver typed, counted in the same way. */
  typed: PriceTerms | null
  /** Whether rules give other terms for the new quantity than for the old one. */
  isDerived: boolean
}

/**
 * The prices of a line whose quantity an approver changes to `qty`. `was` and `now` are the line as rules price it for
 * the old and the new quantity, without its manual discount; where they agree, the line keeps its terms. A price that is
 * kept or typed is one to the paisa; `byUnit` where discounts round the price of a unit.
 */
export function changedPrices(
  line: OrderLine,
  qty: number,
  { was, now }: { was: PricedLine; now: PricedLine },
  typedPrice: number | null,
  byUnit = false,
): ChangedPrices {
  if (sameTerms(was, now)) {
    const terms = { ...pick(line, priceFields), netValue: lineValue(line, qty, line.priceUnit) }
    const typed = typedPrice === null ? null : { ...terms, ...withNetPrice({ ...line, qty }, typedPrice) }
    return { fresh: terms, kept: terms, typed, isDerived: false }
  }
  const priceUnit = commonUnits(line.priceUnit, now.priceUnit)
  const ofLine = (price: number) => mulDiv(price, priceUnit, line.priceUnit)
  const ofRules = (price: number) => mulDiv(price, priceUnit, now.priceUnit)
  const terms = {
    ...pick(now, priceFields),
    ...{ priceUnit, listPrice: ofRules(now.listPrice), promoDiscountValue: ofRules(now.promoDiscountValue) },
    ...{ basePrice: now.basePrice === null ? null : ofRules(now.basePrice), netPrice: ofRules(now.netPrice) },
  }
  const without = exactNet(terms)
  const at = (netPrice: number) => ({ ...terms, ...withNetPrice({ ...terms, qty }, netPrice, without) })
  const keptPrice = ofLine(line.netPrice)
  const { manualDiscountPct } = line
  const isKept = samePrice(was, now) && line.basePrice == null
  const fresh =
    isKept || byUnit
      ? at(isKept ? keptPrice : wholeOf(lessShare(without, manualDiscountPct)))
      : discounted(terms, qty, manualDiscountPct)
  return {
    fresh: { ...fresh, manualDiscountPct },
    kept: at(keptPrice),
    typed: typedPrice === null ? null : at(ofLine(typedPrice)),
    isDerived: true,
  }
}

/** The terms of rules with a manual discount. */
function discounted(terms: Omit<PriceTerms, 'netValue'>, qty: number, manualDiscountPct: number): PriceTerms {
  const basePrice = terms.basePrice ?? (manualDiscountPct > 0 ? terms.netPrice : null)
  const price = { ...terms, basePrice, manualDiscountPct }
  const net = exactNet(price)
  return {
    ...price,
    netPrice: wholeOf(net),
    discountPct: shareBelow(net, exactly(terms.listPrice)),
    netValue: lineValue(price, qty, terms.priceUnit),
  }
}

type PriceOfUnits = LinePrice & { priceUnit: number }

/** Less than zero where a unit costs less by one, whatever number of units they are written for. */
export function compareUnitPrices(one: PriceOfUnits, other: PriceOfUnits): number {
  const [net, otherNet] = [exactNet(one), exactNet(other)]
  return compareRatios(
    { ...net, den: net.den * BigInt(one.priceUnit) },
    { ...otherNet, den: otherNet.den * BigInt(other.priceUnit) },
  )
}

/** Whether a unit costs the same by both. */
export const samePrice = (one: PriceOfUnits, other: PriceOfUnits) => compareUnitPrices(one, other) === 0

/** Says that a price is above the list price, which needs a reason; null where it is not. */
export const aboveList = (
  lineNo: number,
  { netPrice, listPrice, priceUnit }: Pick<PriceTerms, 'netPrice' | 'listPrice' | 'priceUnit'>,
): string | null =>
  netPrice > listPrice
    ? `Line ${lineNo}: ${rupeesPer(netPrice, priceUnit)} is above the list price of ${rupeesPer(listPrice, priceUnit)}. Say why in the remark.`
    : null

const sameTerms = (was: PricedLine, now: PricedLine) =>
  samePrice(was, now) &&
  was.priceSource === now.priceSource &&
  was.priceSourceId === now.priceSourceId &&
  was.defaultDiscountPct === now.defaultDiscountPct &&
  was.promoCodeId === now.promoCodeId

/** Why rules give another price for the new quantity: what no longer applies, and what counts now. */
export function whyOtherPrice(was: Trace, now: Trace): string {
  const winsIn = ({ steps }: Trace, step: TraceStep) =>
    steps.some(other => other.verdict === 'won' && sameRow(other, step))
  const won = ({ steps }: Trace) => steps.filter(({ verdict, row }) => verdict === 'won' && row !== null)
  const gone = won(was)
    .filter(step => !winsIn(now, step))
    .map(step => now.steps.find(other => sameRow(other, step)) ?? step)
  return [...gone, ...won(now).filter(step => !winsIn(was, step))].map(({ reason }) => reason).join('. ')
}

const sameRow = (one: TraceStep, other: TraceStep) => one.step === other.step && one.row?.id === other.row?.id
