import type { Product } from '../../../resources/masters/products.ts'
import { measured } from '../../../resources/orders/unit-conversion.ts'
import { SapRowError } from '../reading/pull.ts'

/**
 * The error for a unit that is none of the product's, and no measure: SAP shows each unit by one of three names, and only
 * the shown one, which the portal keeps, is certain. Null for a unit that is known.
 */
export function unknownUnit({ code, uom, baseUom }: Product, unit: string): SapRowError | null {
  const isMeasure = measured(unit, 'KG') !== null || measured(unit, 'L') !== null
  if (unit === uom || unit === baseUom || isMeasure) return null
  return new SapRowError('uom', `Unit ${unit} of product ${code} is not in units.`, 'UNKNOWN_UNIT')
}
