import { rupees } from '../../../resources/define/show.ts'
import type { QuoteTotals } from '../../../resources/orders/quote/quote.ts'

/** The totals of the order, with its tax. */
export function TotalsList({ totals }: { totals: QuoteTotals }) {
  const { listValue, discountValue, freightValue, taxableValue, cgst, sgst, igst, grossValue } = totals
  const rows: [string, number][] = [
    ['At list prices', listValue],
    ...(discountValue > 0 ? [['Discount', -discountValue] as [string, number]] : []),
    ...(freightValue > 0 ? [['Freight', freightValue] as [string, number]] : []),
    ['Taxable value', taxableValue],
    ...(cgst + sgst > 0
      ? ([
          ['CGST', cgst],
          ['SGST', sgst],
        ] as [string, number][])
      : []),
    ...(igst > 0 || cgst + sgst === 0 ? [['IGST', igst] as [string, number]] : []),
  ]
  return (
    <dl className="totals">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{rupees(value)}</dd>
        </div>
      ))}
      <div className="totals-sum">
        <dt>Order value</dt>
        <dd>{rupees(grossValue)}</dd>
      </div>
    </dl>
  )
}
