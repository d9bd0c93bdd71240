import { conversionText, isSoldInBaseUnit, type ProductUnits, stockInSalesUnits } from '../unit-conversion.ts'
import type { SourcedLine } from './source.ts'

/** Adds to the step that chose the plant what stock is there, where it is kept in another unit than it is sold in. */
export function withStock(sourced: SourcedLine, product: ProductUnits, baseQty: number): SourcedLine {
  if (isSoldInBaseUnit(product)) return sourced
  const { baseUom, uom } = product
  const stock = conversionText(baseQty, baseUom, stockInSalesUnits(product, baseQty), uom)
  const steps = sourced.sourceTrace.steps.map(step =>
    step.verdict === 'won' ? { ...step, reason: `${step.reason}. Stock there: ${stock}` } : step,
  )
  return { ...sourced, sourceTrace: { ...sourced.sourceTrace, steps } }
}
