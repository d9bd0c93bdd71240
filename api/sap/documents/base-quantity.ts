import { mulDiv } from '../../../resources/define/amounts.ts'
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
