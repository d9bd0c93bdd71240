import { quantityText } from '../define/show.ts'
import type { Product } from '../masters/products.ts'

/** The units of a product: `uomNumerator` base units are `uomDenominator` sales units. */
export type ProductUnits = Pick<Product, 'uom' | 'baseUom' | 'uomNumerator' | 'uomDenominator'>

/** How many of one unit make one of another, as an exact fraction. */
export interface Ratio {
  num: bigint
  den: bigint
}

const SAME: Ratio = { num: 1n, den: 1n }

/** What each measure comes to in the smallest of its kind. */
const measures: Record<string, { of: 'mass' | 'volume'; size: bigint }> = {
  MG: { of: 'mass', size: 1n },
  G: { of: 'mass', size: 1_000n },
  KG: { of: 'mass', size: 1_000_000n },
  TO: { of: 'mass', size: 1_000_000_000n },
  MT: { of: 'mass', size: 1_000_000_000n },
  ML: { of: 'volume', size: 1n },
  L: { of: 'volume', size: 1_000n },
}

/** How many of `to` are in one `from`, of any product: 1,000 G in a KG. Null for units that are no measures of one kind. */
export function measured(from: string, to: string): Ratio | null {
  if (from === to) return SAME
  const [one, other] = [measures[from], measures[to]]
  return one && other && one.of === other.of ? { num: one.size, den: other.size } : null
}

/** How many base units of the product are in one `unit`; null where they are unrelated. */
function inBase({ uom, baseUom, uomNumerator, uomDenominator }: ProductUnits, unit: string): Ratio | null {
  const direct = measured(unit, baseUom)
  if (direct) return direct
  const sold = measured(unit, uom)
  return sold && { num: sold.num * BigInt(uomNumerator), den: sold.den * BigInt(uomDenominator) }
}

/**
 * How many of the unit `to` are in one `from` of this product, over its base unit; null where one of them is neither a
 * unit of the product nor a measure of the same kind.
 */
export function unitsIn(product: ProductUnits, from: string, to: string): Ratio | null {
  if (from === to) return SAME
  const [one, other] = [inBase(product, from), inBase(product, to)]
  return one && other && { num: one.num * other.den, den: one.den * other.num }
}

/**
 * A quantity in another unit, rounded half up (away from zero) to thousandths. What is too large for any order is cut to
 * the largest whole number.
 */
export const convertQty = (qty: number, { num, den }: Ratio): number => wholeOf({ num: BigInt(qty) * num, den })

/** A fraction as a whole number, rounded half up (away from zero); cut to the largest whole number. */
export function wholeOf({ num, den }: Ratio): number {
  const half = num < 0n ? -den : den
  return within((2n * num + half) / (2n * den))
}

/** A quantity that is there in another unit: rounded down, so that no part of a thousandth is promised. */
export function convertDown(qty: number, { num, den }: Ratio): number {
  const exact = BigInt(qty) * num
  const quotient = exact / den
  return within(exact < 0n && exact % den !== 0n ? quotient - 1n : quotient)
}

/**
 * The price of one sales unit in paise, rounded half up once, where `per` units of `unit` cost `price`; null where the
 * unit cannot be converted.
 */
export function pricePerSalesUnit(
  product: ProductUnits,
  { price, per = 1, unit }: { price: number; per?: number; unit: string },
): number | null {
  const ratio = unitsIn(product, product.uom, unit)
  return ratio && convertQty(price, { num: ratio.num, den: ratio.den * BigInt(Math.max(per, 1)) })
}

/** Stock is kept in base units: how many sales units it makes, rounded down to thousandths. */
export const stockInSalesUnits = (
  { uomNumerator, uomDenominator }: Pick<ProductUnits, 'uomNumerator' | 'uomDenominator'>,
  baseQty: number,
) => convertDown(baseQty, { num: BigInt(uomDenominator), den: BigInt(uomNumerator) })

/** Whether sales units and base units of the product are the same. */
export const isSoldInBaseUnit = ({ uom, baseUom, uomNumerator, uomDenominator }: ProductUnits) =>
  uom === baseUom && Number(uomNumerator) === Number(uomDenominator)

/** `24 KG = 0.96 BAG`. */
export const conversionText = (qty: number, unit: string, converted: number, to: string) =>
  `${quantityText(qty)} ${unit} = ${quantityText(converted)} ${to}`

const within = (value: bigint): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(value)))
