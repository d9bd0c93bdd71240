import { rupees } from '../../../resources/define/show.ts'
import type { Quote } from '../../../resources/orders/quote/quote.ts'
import type { QuoteState } from '../lines/line-store.ts'
import { TotalsList } from '../show/totals-list.tsx'

type Part = Quote['orders'][number]

/** `LS (2 lines)`, or `LS through 100202 · Coromandel Lab Supplies (2 lines)`. */
function partText({ sbu, soldVia, lines }: Part) {
  const through = soldVia ? ` through ${soldVia}` : ''
  return `${sbu}${through} (${lines} ${lines === 1 ? 'line' : 'lines'})`
}

const untotalled = (quote: Quote | null | undefined) =>
  quote && quote.lines.length > 0 ? 'Your distributor bills this order at their prices.' : 'No line is complete yet.'

/** The totals; with lines of several SBUs also the orders into which the cart will be split. */
export function PadTotals({ answer }: { answer: QuoteState }) {
  const { quote, state, error } = answer
  return (
    <section
      className={state === 'asking' ? 'panel is-dim' : 'panel'}
      aria-labelledby="totals-head"
      aria-busy={state === 'asking'}
    >
      <h2 id="totals-head">Totals</h2>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {quote?.totals ? <TotalsList totals={quote.totals} /> : <p className="quiet">{untotalled(quote)}</p>}
      {quote && quote.orders.length > 1 && (
        <div className="split-note">
          Will be placed as {quote.orders.length} orders:
          <ul className="split-orders">
            {quote.orders.map(part => (
              <li key={`${part.sbu} ${part.soldVia}`}>
                <span>{partText(part)}</span>
                <span className="number">{part.totals && rupees(part.totals.grossValue)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
