import type { Product } from '../../../resources/masters/products.ts'
import { MOST_UNITS } from '../../../resources/orders/quote/unit-price.ts'
import { unitsIn } from '../../../resources/orders/unit-conversion.ts'
import type { PriceItem } from './price-item.ts'

/** A price of so many of a unit. */
export type PriceOfUnits = Pick<PriceItem, 'price' | 'per' | 'unit'>

/**
 * SAP's price in a unit that converts to the product's sales unit: its own, or by its conversion the product's base unit.
 * Null where it cannot be converted.
 */
export function priceInUnitOf(product: Product, { price, per, unit, inBase }: PriceItem): PriceOfUnits | null {
  if (unitsIn(product, product.uom, unit)) return { price, per, unit }
  if (inBase === null || inBase.unit !== product.baseUom) return null
  const shared = gcd(price * inBase.den, per * inBase.num)
  const priceOfBase = { price: (price * inBase.den) / shared, per: (per * inBase.num) / shared, unit: inBase.unit }
  // Rather 12.00 for 12 than 1.00 for one, as SAP writes it.
  const base = per * inBase.num
  if (base % inBase.den === 0 && base / inBase.den <= MOST_UNITS)
    return { ...priceOfBase, price, per: base / inBase.den }
  return priceOfBase.per <= MOST_UNITS ? priceOfBase : null
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
