import { convertQty, measured } from '../../../resources/orders/unit-conversion.ts'
import { fromSapQuantity, optionalText } from '../http/odata.ts'

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
