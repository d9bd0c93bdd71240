import type { CSSProperties } from 'react'
import { percentText, pricePer, quantityText, rupees } from '../../../resources/define/show.ts'
import type { Decision } from '../../../resources/orders/approvals/decision.ts'
import { belowList, ladderOf, placeOn } from '../../../resources/orders/approvals/price-ladder.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { OrderLineRow } from '../order-rows.ts'
import { amountText, netText } from '../order-words.ts'
import '../../derive/show/show.css'
import './decision-brief.css'

/** What an approver weighs: what it costs, how it compares, the customer's credit, and the price of each line on a scale. */
export function DecisionBrief({ decision, lines }: { decision: Decision; lines: readonly OrderLineRow[] }) {
  const { task, lastPrices, credit } = decision
  const concerned = lines.filter(({ lineNo, lineStatus }) =>
    task?.lineNos?.length ? task.lineNos.includes(lineNo) : lineStatus === 'OPEN',
  )
  const priced = concerned.filter(({ listPrice, netPrice }) => listPrice !== undefined && netPrice !== undefined)
  return (
    <>
      <Facts credit={credit} lines={priced} />
      {priced.slice(0, MOST_LADDERS).map(line => (
        <Ladder key={line.id} line={line} lastPrices={lastPrices} />
      ))}
      <Lines lines={concerned} />
      <Others lines={lines.filter(line => !concerned.includes(line) && line.lineStatus === 'OPEN')} />
    </>
  )
}

/** The lines that no rule stops: they are part of the sum that is decided. */
function Others({ lines }: { lines: readonly OrderLineRow[] }) {
  if (lines.length === 0) return null
  const names = lines.slice(0, MOST_NAMED).map(({ texts }) => nameIn(texts.productId))
  const rest = lines.length - names.length
  return (
    <p className="quiet">
      {lines.length === 1 ? '1 more line needs' : `${lines.length} more lines need`} no decision: {names.join(', ')}
      {rest > 0 && ` and ${rest} more`}. The sum above is with GST and all lines.
    </p>
  )
}

const MOST_NAMED = 3
const MOST_LADDERS = 3

function Facts({ credit, lines }: { credit: Decision['credit']; lines: readonly OrderLineRow[] }) {
  const below = belowList(lines)
  const gap = Math.max(0, ...lines.map(({ aspGapPct = 0 }) => aspGapPct))
  const facts = [
    below > 0 && { label: 'Costs us against list', value: rupees(below) },
    gap > 0 && { label: 'Below the average price', value: percentText(gap) },
    credit && {
      label: credit.excess > 0 ? 'Over the credit limit' : 'Credit left',
      value: rupees(Math.abs(credit.excess)),
      isBad: credit.excess > 0,
    },
    credit?.isBlocked && { label: 'Credit account', value: 'Blocked in SAP', isBad: true },
    credit &&
      credit.overdueDays > 0 && { label: 'Oldest invoice', value: `${credit.overdueDays} days overdue`, isBad: true },
  ].filter(fact => fact !== false && fact !== null && fact !== undefined)
  if (facts.length === 0) return null
  return (
    <dl className="brief-facts">
      {facts.map(({ label, value, ...fact }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={'isBad' in fact && fact.isBad ? 'is-over' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The prices of a line on a scale from the lowest to the highest. */
function Ladder({ line, lastPrices }: { line: OrderLineRow; lastPrices: Decision['lastPrices'] }) {
  const ladder = ladderOf(line, lastPrices)
  if (ladder.length < 2) return null
  return (
    <section className="ladder" aria-label={`Prices of ${line.texts.productId}`}>
      <h3>{nameIn(line.texts.productId)}, ₹ a unit</h3>
      <ol>
        {ladder.map((rung, at) => (
          <li
            key={rung.label}
            className={['rung', rung.isThis && 'is-this', at % 2 === 1 && 'is-low'].filter(Boolean).join(' ')}
            style={{ '--at': `${placeOn(ladder, rung.price)}%` } as CSSProperties}
          >
            {rung.label} {pricePer(rung.price, 1)}
          </li>
        ))}
      </ol>
    </section>
  )
}

const Lines = ({ lines }: { lines: readonly OrderLineRow[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
  <section className="table-scroll" tabIndex={0} aria-label="Lines to decide">
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">Product</th>
          {['Quantity', 'List ₹', 'Discount', 'Net ₹'].map(title => (
            <th key={title} scope="col" className="is-number">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(line => (
          <tr key={line.id}>
            <td>{line.texts.productId}</td>
            <td className="is-number">
              {quantityText(line.qty)} {line.uom}
            </td>
            <td className="is-number">{amountText(line.listPrice, line.priceUnit)}</td>
            <td className="is-number">{line.discountPct === undefined ? '–' : percentText(line.discountPct)}</td>
            <td className="is-number">{netText(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
