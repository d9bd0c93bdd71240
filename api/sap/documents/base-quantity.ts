import { mulDiv } from '../../../resources/define/amounts.ts'
import { convertQty, measured } from '../../../resources/orders/unit-conversion.ts'
import { fromSapQuantity, optionalText } from '../http/odata.ts'

/**
 * A quantity (thousandths) in SAP's base unit, by the ratio that the document was written with: numerator before
 * denominator, so that thirds lose nothing. Null where SAP gives no ratio.
 */
export function inBaseUnit(
  qty: number,
  { numerator, denominator, unit }: { numerator: unknown; denominator: unknown; unit: unknown },
): { baseQty: number; baseUom: string } | null {
  const baseUom = optionalText(unit)
  const [num, den] = [numerator, denominator].map(part => (part ? fromSapQuantity(part) : 0))
  return num && den && baseUom ? { baseQty: mulDiv(qty, num, den), baseUom } : null
}

/**
 * A weight of SAP in thousandths of a kilogram; one without a unit is in kilograms, and an empty one is 0. Throws
 * RangeError for a unit that is none of weight.
 */
export function weightInKg(weight: unknown, givenUnit: unknown): number {
  if (!weight) return 0
  const unit = optionalText(givenUnit) ?? 'KG'
  const ratio = measured(unit, 'KG')
  if (!ratio) throw new RangeError(`${unit} is no unit of weight`)
  return convertQty(fromSapQuantity(weight), ratio)
}
