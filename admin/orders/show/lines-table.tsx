import { percentText, quantityText } from '../../../resources/define/show.ts'
import { lineMends } from '../../../resources/orders/what-if/line-mends.ts'
import { optionText } from '../../derive/value-text.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { ExplainButton } from '../explain/explain.tsx'
import { ExplainLine } from '../explain/explain-line.tsx'
import type { OrderLineRow, OrderRow } from '../order-rows.ts'
import { amountText, sourceText } from '../order-words.ts'

/** The notes on a line: single batch, and the customer's shipping instruction. */
function LineNotes({ of }: { of: { singleBatchRequired: boolean; shippingInstruction: string | null } }) {
  const notes = [of.singleBatchRequired && 'One batch', of.shippingInstruction].filter(Boolean)
  return notes.length > 0 && <span className="line-notes quiet">{notes.join(' · ')}</span>
}

/** The lines of a saved order with explanations. Price columns are absent for people who may not see prices. */
export function LinesTable({
  lines,
  order: { channelId, sbuId },
}: {
  lines: readonly OrderLineRow[]
  order: Pick<OrderRow, 'channelId' | 'sbuId'>
}) {
  // The state of the ship-to is not at hand: a row for every state closes the gap too.
  const mendsOf = (line: OrderLineRow) => lineMends(line, { channelId, sbuId, stateId: null })
  const priced = lines.some(line => 'netPrice' in line)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="table-scroll" tabIndex={0} aria-label="Lines of the order">
      <table className="plain-table kept-lines">
        <thead className="kept-titles">
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Product</th>
            <th scope="col" className="is-number">
              Quantity
            </th>
            {priced && (
              <>
                <th scope="col" className="is-number">
                  List ₹
                </th>
                <th scope="col" className="is-number">
                  Discount
                </th>
                <th scope="col" className="is-number">
                  Net ₹
                </th>
              </>
            )}
            <th scope="col">Plant</th>
            {priced && (
              <>
                <th scope="col" className="is-number">
                  GST %
                </th>
                <th scope="col" className="is-number">
                  Total ₹
                </th>
              </>
            )}
            <th scope="col">Status</th>
            <th scope="col">
              <span className="for-readers">Explain</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id} className="kept-line">
              <td data-label="Line">{line.lineNo}</td>
              <td data-label="Product">
                {line.texts.productId} <LineNotes of={line} />
              </td>
              <td data-label="Quantity" className="is-number">
                {quantityText(line.qty)} {line.uom}
              </td>
              {priced && <PriceCells line={line} />}
              <td data-label="Plant">
                {line.texts.plantId ?? 'None'}
                {line.stockAtEntry !== null && line.stockAtEntry < line.qty && (
                  <span className="back-order">
                    <Icon name="alert" size={11} /> Back-order, stock was {quantityText(line.stockAtEntry)}
                  </span>
                )}
              </td>
              {priced && (
                <>
                  <td data-label="GST %" className="is-number">
                    {amountText(line.gstRate)}
                  </td>
                  <td data-label="Total ₹" className="is-number">
                    {amountText(line.grossValue)}
                  </td>
                </>
              )}
              <td data-label="Status">
                {optionText(line.lineStatus)}
                {line.dispatchedQty > 0 && (
                  <span className="quiet"> · {quantityText(line.dispatchedQty)} dispatched</span>
                )}
              </td>
              <td>
                <ExplainButton of={`line ${line.lineNo}`} title={`Why? Line ${line.lineNo} · ${line.texts.productId}`}>
                  {() => <ExplainLine line={{ ...line, plant: line.texts.plantId ?? null, mends: mendsOf(line) }} />}
                </ExplainButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PriceCells({ line }: { line: OrderLineRow }) {
  return (
    <>
      <td data-label="List ₹" className="is-number">
        {amountText(line.listPrice, line.priceUnit)}
      </td>
      <td data-label="Discount" className="is-number">
        {line.discountPct === undefined ? '–' : percentText(line.discountPct)}
        {line.manualDiscountPct > 0 && (
          <span className="quiet under">{percentText(line.manualDiscountPct)} by hand</span>
        )}
      </td>
      <td data-label="Net ₹" className="is-number">
        {amountText(line.netPrice, line.priceUnit)}
        <span className="source-badge">{sourceText(line.priceSource)}</span>
      </td>
    </>
  )
}
