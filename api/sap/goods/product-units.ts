import { convertQty, measured, type Ratio } from '../../../resources/orders/unit-conversion.ts'
import { exactDecimal, expandedRows, optionalText, type SapRow, wholeNumber } from '../http/odata.ts'

/**
 * The sales unit of a product with its conversion to the base unit as a fraction, and a function for quantities
 * of any of its units in thousandths of the sales unit. Throws RangeError for a unit without a conversion.
 */
export function salesUnitOf(row: SapRow, sales: SapRow, baseUom: string) {
  const uom = optionalText(sales.SalesMeasureUnit) ?? baseUom
  const units = new Map(expandedRows(row.to_ProductUnitsOfMeasure).map(one => [String(one.AlternativeUnit), one]))
  const inBase = (unit: string): Ratio => {
    const alternative = unit === baseUom ? undefined : units.get(unit)
    const direct = alternative ? fractionOf(alternative) : measured(unit, baseUom)
    if (direct) return direct
    throw new RangeError(`it has no conversion from ${unit} to its base unit ${baseUom}: enter it in SAP`)
  }
  const { num, den } = inBase(uom)
  return {
    uom,
    uomNumerator: Number(num),
    uomDenominator: Number(den),
    inSalesUnits(quantity: unknown, unit: string): number {
      const exact = exactDecimal(quantity ?? '0')
      if (exact.num === 0n) return 0
      const ratio = inBase(unit)
      return convertQty(1000, { num: exact.num * ratio.num * den, den: exact.den * ratio.den * num })
    },
  }
}

/** So many base units are in one; null where SAP's numbers are none. */
function fractionOf({ QuantityNumerator, QuantityDenominator }: SapRow): Ratio | null {
  const [num, den] = [wholeNumber(QuantityNumerator), wholeNumber(QuantityDenominator)]
  return num > 0 && den > 0 ? { num: BigInt(num), den: BigInt(den) } : null
}
