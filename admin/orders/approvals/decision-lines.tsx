import { dayText, percentText, quantityText } from '../../../resources/define/show.ts'
import type { Decision } from '../../../resources/orders/approvals/decision.ts'
import type { OrderLineRow } from '../order-rows.ts'
import { amountText, netText } from '../order-words.ts'

/**
 * The lines a decision is about, each price beside the limit price, the average, and what this customer paid before.
 */
export function DecisionLines(shown: {
  lines: readonly OrderLineRow[]
  /** Numbers of the lines that caused the approval; empty when it is about the order as a whole. */
  concerned: readonly number[]
  lastPrices: Decision['lastPrices']
}) {
  const { lines, concerned, lastPrices } = shown
  const shownLines = lines.filter(({ lineNo, lineStatus }) =>
    concerned.length > 0 ? concerned.includes(lineNo) : lineStatus === 'OPEN',
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="panel table-scroll" tabIndex={0} aria-labelledby="decision-lines">
      <h2 id="decision-lines">Prices</h2>
      <table className="plain-table kept-lines">
        <thead className="kept-titles">
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Product</th>
            {['Quantity', 'List ₹', 'Net ₹', 'Discount', 'Limit ₹', 'ASP ₹'].map(title => (
              <th key={title} scope="col" className="is-number">
                {title}
              </th>
            ))}
            <th scope="col">Last prices of this customer ₹</th>
          </tr>
        </thead>
        <tbody>
          {shownLines.map(line => (
            <tr key={line.id} className="kept-line">
              <td data-label="Line">{line.lineNo}</td>
              <td data-label="Product">{line.texts.productId}</td>
              <td data-label="Quantity" className="is-number">
                {quantityText(line.qty)} {line.uom}
              </td>
              <td data-label="List ₹" className="is-number">
                {amountText(line.listPrice, line.priceUnit)}
              </td>
              <td data-label="Net ₹" className="is-number">
                {netText(line)}
              </td>
              <td data-label="Discount" className="is-number">
                {percentText(line.discountPct)}
              </td>
              <ComparedPrice title="Limit ₹" value={line.limitPrice} units={line.priceUnit} gap={line.limitGapPct} />
              <ComparedPrice title="ASP ₹" value={line.asp} units={line.priceUnit} gap={line.aspGapPct} />
              <td data-label="Last prices ₹">
                <EarlierPrices paid={lastPrices.filter(({ productId }) => productId === line.productId)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A price to compare with, and how far the line is below it. */
export function ComparedPrice({
  title,
  value,
  units,
  gap,
}: {
  title: string
  value: number | null
  units: number
  gap: number
}) {
  return (
    <td data-label={title} className="is-number">
      {value === null ? '–' : amountText(value, units)}
      {value !== null && gap > 0 && <span className="under is-below">{percentText(gap)} below</span>}
    </td>
  )
}

/** What the customer paid for a product before. */
export function EarlierPrices({ paid }: { paid: Decision['lastPrices'] }) {
  if (paid.length === 0) return <span className="quiet">None yet</span>
  return (
    <ul className="paid-before">
      {paid.map(({ orderId, orderNo, orderDate, qty, netPrice, priceUnit }) => (
        <li key={orderId}>
          <strong>{amountText(netPrice, priceUnit)}</strong> × {quantityText(qty)}{' '}
          <span className="quiet nowrap">
            {dayText(orderDate)}, {orderNo}
          </span>
        </li>
      ))}
    </ul>
  )
}
