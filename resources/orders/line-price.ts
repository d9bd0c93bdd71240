import { lessPercent, percentOf, priceTimes, sum, WHOLE } from '../define/amounts.ts'
import { showNumber } from '../define/show.ts'
import { type Ratio, wholeOf } from './unit-conversion.ts'

/**
 * What the value of a line is worked out from; column names of `order_line`. Its discounts are conditions on the line, as
 * SAP has them, where `basePrice` is known; else the net price is the price itself.
 */
export interface LinePrice {
  /** For `priceUnit` units, to the paisa: for information where there is a base price. */
  netPrice: number
  /** For as many units, before every discount. */
  basePrice?: number | null
  defaultDiscountPct?: number
  /** Zero for a promotion of an amount a unit. */
  promoDiscountPct?: number
  promoDiscountValue?: number
  manualDiscountPct?: number
}

/** The columns that make a price of its units. */
export const pricedBy = [
  ...(['netPrice', 'basePrice', 'defaultDiscountPct'] as const),
  ...(['promoDiscountPct', 'promoDiscountValue', 'manualDiscountPct'] as const),
] as const

/** A discount that counts: a share of the line value before it, or an amount off the price. */
export type Condition = { of: 'D1' | 'D2' | 'D3' } & ({ pct: number } | { amount: number })

/** The discounts of a line in their order; none where the net price is the price itself. */
export function conditionsOf(price: LinePrice): Condition[] {
  const {
    basePrice,
    defaultDiscountPct = 0,
    promoDiscountPct = 0,
    promoDiscountValue = 0,
    manualDiscountPct = 0,
  } = price
  if (basePrice == null) return []
  const promo: Condition[] =
    promoDiscountPct > 0
      ? [{ of: 'D2', pct: promoDiscountPct }]
      : promoDiscountValue > 0
        ? [{ of: 'D2', amount: promoDiscountValue }]
        : []
  return [
    ...(defaultDiscountPct > 0 ? [{ of: 'D1', pct: defaultDiscountPct } as const] : []),
    ...promo,
    ...(manualDiscountPct > 0 ? [{ of: 'D3', pct: manualDiscountPct } as const] : []),
  ]
}

/** What each discount takes off a line of so much, in paise: rounded half up on the line (SAP Note 80183). */
export function conditionValues(
  price: LinePrice,
  qty: number,
  priceUnit: number,
): { of: Condition['of']; value: number }[] {
  let left = priceTimes(price.basePrice ?? 0, qty, priceUnit)
  return conditionsOf(price).map(condition => {
    const off = 'pct' in condition ? percentOf(left, condition.pct) : priceTimes(condition.amount, qty, priceUnit)
    const value = Math.min(left, off)
    left -= value
    return { of: condition.of, value }
  })
}

/** The net value of a line of so much, in paise: the price by quantity, less what its discounts take off the line. */
export const lineValue = (price: LinePrice, qty: number, priceUnit: number): number =>
  priceTimes(price.basePrice ?? price.netPrice, qty, priceUnit) -
  sum(conditionValues(price, qty, priceUnit).map(({ value }) => value))

export const exactly = (paise: number): Ratio => ({ num: BigInt(paise), den: 1n })

/** A price less a share of it, exactly. */
export const lessShare = ({ num, den }: Ratio, pct: number): Ratio => ({
  num: num * BigInt(WHOLE - pct),
  den: den * BigInt(WHOLE),
})

/** A price less an amount, at least zero, exactly. */
export const lessAmount = ({ num, den }: Ratio, amount: number): Ratio => {
  const left = num - BigInt(amount) * den
  return { num: left > 0n ? left : 0n, den }
}

/** The net price of a line for its units, exactly, in paise. */
export const exactNet = (price: LinePrice): Ratio =>
  conditionsOf(price).reduce(
    (left, condition) => ('pct' in condition ? lessShare(left, condition.pct) : lessAmount(left, condition.amount)),
    exactly(price.basePrice ?? price.netPrice),
  )

/** Less than zero where one is lower than the other; zero where they are equal. */
export const compareRatios = (one: Ratio, other: Ratio): number => {
  const difference = one.num * other.den - other.num * one.den
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** How far a price is below another, in hundredths of a percent of that; zero where it is not. */
export const shareBelow = (price: Ratio, other: Ratio): number =>
  other.num === 0n || compareRatios(price, other) >= 0
    ? 0
    : wholeOf({
        num: (other.num * price.den - price.num * other.den) * BigInt(WHOLE),
        den: other.num * price.den,
      })

/** A price in paise as `18.56` where that is all of it, else with four places: `18.5625`, or `≈ 123.3033`. */
export function exactText({ num, den }: Ratio): string {
  if (num % den === 0n) return showNumber(Number(num / den), 2)
  const places = wholeOf({ num: num * 100n, den })
  const about = (num * 100n) % den === 0n ? '' : '≈ '
  return `${about}${showNumber(Math.trunc(places / 100), 2)}${String(places % 100).padStart(2, '0')}`
}

/** A line whose net price is shown. */
interface ShownPrice extends Pick<LinePrice, 'netPrice'> {
  priceUnit: number
  /** Absent where only the price is known. */
  netValue?: number | undefined
  qty?: number | undefined
}

/** The net price of a line: what its value comes to for its units of price, where the price to the paisa is not all. */
export function shownNet({ netPrice, priceUnit, netValue, qty }: ShownPrice): Ratio {
  if (netValue === undefined || !qty) return exactly(netPrice)
  const units = 1000n * BigInt(priceUnit)
  // Half up; a price that is shown is never too large to be shown.
  const value = (2n * BigInt(netPrice) * BigInt(qty) + units) / (2n * units)
  return value === BigInt(netValue) ? exactly(netPrice) : { num: BigInt(netValue) * units, den: BigInt(qty) }
}

/** The net price in a column: `12.34`, `≈ 123.3033` or `12.3450 / 100`. */
export const netPer = (line: ShownPrice): string =>
  `${exactText(shownNet(line))}${line.priceUnit === 1 ? '' : ` / ${showNumber(line.priceUnit)}`}`

/** The same with its currency: `₹ 12.34`, `≈ ₹ 123.3033`, `₹ 12.3450 per 100`. */
export const netRupees = (line: ShownPrice): string => rupeesExact(shownNet(line), line.priceUnit)

/** A price of so many units, with as many places as it needs. */
export const rupeesExact = (price: Ratio, units: number): string =>
  `${exactText(price).replace(/^(≈ )?/, '$1₹ ')}${units === 1 ? '' : ` per ${showNumber(units)}`}`

/** The price, for the units of the line, and the discounts by which SAP comes to a net value. */
export interface SapPrice {
  price: number
  discounts: Condition[]
}

const isWhole = ({ num, den }: Ratio) => num % den === 0n

/** What SAP is told of a price: the net price alone where it comes to the net value, else that before the discounts. */
export const priceForSap = (line: LinePrice, qty: number, priceUnit: number): SapPrice =>
  isWhole(exactNet(line)) && priceTimes(line.netPrice, qty, priceUnit) === lineValue(line, qty, priceUnit)
    ? { price: line.netPrice, discounts: [] }
    : { price: line.basePrice ?? line.netPrice, discounts: conditionsOf(line) }

/** Whether what SAP says is the price of a line: its net price, or the price and discounts that make it. */
export function isPricedAs(
  line: LinePrice,
  { price, discounts }: { price: number; discounts: readonly Condition[] | null },
) {
  if (discounts !== null && discounts.length > 0)
    return price === line.basePrice && JSON.stringify(discounts) === JSON.stringify(conditionsOf(line))
  if (line.basePrice == null || isWhole(exactNet(line))) return price === line.netPrice
  return discounts === null && [line.basePrice, line.netPrice].includes(price)
}

/** The columns of discounts that SAP says. */
export function discountsOf(basePrice: number, discounts: readonly Condition[]) {
  const pct = (of: Condition['of']) =>
    discounts.reduce((all, one) => (one.of === of && 'pct' in one ? one.pct : all), 0)
  const off = discounts.reduce((all, one) => ('amount' in one ? one.amount : all), 0)
  const price = {
    ...{ basePrice, defaultDiscountPct: pct('D1'), manualDiscountPct: pct('D3') },
    ...{ promoDiscountPct: pct('D2'), promoDiscountValue: off, netPrice: basePrice },
  }
  return { ...price, netPrice: wholeOf(exactNet(price)) }
}

/** The price terms of a line; column names of `order_line`. */
interface PricedSoFar extends LinePrice {
  qty: number
  priceUnit: number
  listPrice: number
  priceSource: string | null
  defaultDiscountPct: number
  promoDiscountValue: number
  manualDiscountPct: number
}

/** The price without the manual discount, in paise; derived from the net price where no list price is known. */
function priceWithoutManual(line: PricedSoFar): Ratio {
  if (line.manualDiscountPct === 0 || line.basePrice != null) return exactNet({ ...line, manualDiscountPct: 0 })
  if (line.priceSource === 'LIST')
    return exactly(lessPercent(line.listPrice, line.defaultDiscountPct) - line.promoDiscountValue)
  return { num: BigInt(line.netPrice) * BigInt(WHOLE), den: BigInt(Math.max(1, WHOLE - line.manualDiscountPct)) }
}

/**
 * The price terms after an approver set the net price: the difference to the price without a manual discount counts as
 * given by hand.
 */
export function withNetPrice(line: PricedSoFar, netPrice: number, without = priceWithoutManual(line)) {
  const net = exactly(netPrice)
  return {
    basePrice: null,
    netPrice,
    manualDiscountPct: shareBelow(net, without),
    discountPct: shareBelow(net, exactly(line.listPrice)),
    netValue: priceTimes(netPrice, line.qty, line.priceUnit),
  }
}
