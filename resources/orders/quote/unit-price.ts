import { type ProductUnits, type Ratio, unitsIn, wholeOf } from '../unit-conversion.ts'

/** The most units that SAP prices together (condition quantity, five digits). */
export const MOST_UNITS = 99_999

/** A price of a sales unit, exact, and for how many units it is best written. */
export interface UnitPrice {
  /** In paise. */
  exact: Ratio
  per: number
}

/** A price of so many paise for one sales unit. */
export const perUnit = (price: number): UnitPrice => ({ exact: { num: BigInt(price), den: 1n }, per: 1 })

/**
 * What a sales unit costs where `per` units of `unit` cost `price` paise; null where the unit cannot be converted. It is
 * for as many units as write it in whole paise, so that 12.34 for 100 stays 12.34 for 100.
 */
export function unitPrice(
  product: ProductUnits,
  { price, per = 1, unit }: { price: number; per?: number; unit: string },
): UnitPrice | null {
  const ratio = unitsIn(product, product.uom, unit)
  if (!ratio) return null
  const exact = { num: BigInt(price) * ratio.num, den: ratio.den * BigInt(Math.max(per, 1)) }
  return { exact, per: unitsFor(exact, per) }
}

/** As many units as the price was agreed for, else a round number of them, else as many as give whole paise. */
function unitsFor({ num, den }: Ratio, agreed: number): number {
  const fits = (units: number) => units <= MOST_UNITS && (num * BigInt(units)) % den === 0n
  const least = Number(den / gcd(num, den))
  return [agreed, 1, 10, 100, 1_000, 10_000, least].find(fits) ?? 10_000
}

/** What so many sales units cost, in paise, rounded half up once. */
export const priceFor = ({ exact: { num, den } }: UnitPrice, units: number): number =>
  wholeOf({ num: num * BigInt(units), den })

/** For how many units a line writes its prices, so that both its own and the list price are in whole paise. */
export function unitsOfLine(own: UnitPrice, listed: UnitPrice | undefined): number {
  if (!listed) return own.per
  const both = (own.per * listed.per) / Number(gcd(BigInt(own.per), BigInt(listed.per)))
  const fits = both <= MOST_UNITS && [own, listed].every(price => Number.isSafeInteger(priceFor(price, both) * 2))
  return fits ? both : own.per
}

/** For how many units prices of so many units are both written exactly; those of the second, where SAP holds no more. */
export function commonUnits(one: number, other: number): number {
  const both = (one * other) / Number(gcd(BigInt(one), BigInt(other)))
  return both <= MOST_UNITS ? both : other
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
