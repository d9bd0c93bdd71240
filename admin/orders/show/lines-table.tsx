import { percentText, quantityText } from '../../../resources/define/show.ts'
import type { Decision } from '../../../resources/orders/approvals/decision.ts'
import { codeIn, nameIn } from '../../derive/record/names.ts'
import { Status } from '../../derive/record/status.tsx'
import { useNarrow } from '../../derive/use-narrow.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { ComparedPrice, EarlierPrices } from '../approvals/decision-lines.tsx'
import type { OrderLineRow } from '../order-rows.ts'
import { amountText, netText } from '../order-words.ts'
import { lineState } from './line-state.ts'

/** What an approver compares each price with: the lines concerned, and what the customer paid before. */
export interface Compared {
  concerned: readonly number[]
  lastPrices: Decision['lastPrices']
}

interface Shown {
  lines: readonly OrderLineRow[]
  compared?: Compared | undefined
}

/** The lines of a saved order. Price columns are absent for people who may not see prices. */
export function LinesTable(shown: Shown) {
  const onPhone = useNarrow()
  return onPhone ? <LineCards {...shown} /> : <LineRows {...shown} />
}

function LineRows({ lines, compared }: Shown) {
  const priced = lines.some(line => 'netPrice' in line)
  const heads = [
    ...(priced ? ['List ₹', 'Disc.', 'Net ₹'] : []),
    ...(compared ? ['Limit ₹', 'ASP ₹'] : []),
    ...(priced ? ['GST', 'Total ₹'] : []),
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="table-scroll" tabIndex={0} aria-label="Lines of the order">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col" className="is-lead">
              Product
            </th>
            <th scope="col" className="is-number">
              Quantity
            </th>
            {heads.map(head => (
              <th key={head} scope="col" className="is-number">
                {head}
              </th>
            ))}
            {compared && <th scope="col">Paid before ₹</th>}
            <th scope="col">From</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id} className={compared?.concerned.includes(line.lineNo) ? 'is-concerned' : undefined}>
              <td>{line.lineNo}</td>
              <td className="is-lead">
                <Product line={line} />
              </td>
              <td className="is-number">
                {quantityText(line.qty)} {line.uom}
              </td>
              {priced && (
                <>
                  <td className="is-number">{amountText(line.listPrice, line.priceUnit)}</td>
                  <td className="is-number">
                    <Discount line={line} />
                  </td>
                  <td className="is-number">{netText(line)}</td>
                </>
              )}
              {compared && (
                <>
                  <ComparedPrice
                    title="Limit ₹"
                    value={line.limitPrice}
                    units={line.priceUnit}
                    gap={line.limitGapPct}
                  />
                  <ComparedPrice title="ASP ₹" value={line.asp} units={line.priceUnit} gap={line.aspGapPct} />
                </>
              )}
              {priced && (
                <>
                  <td className="is-number">{gstText(line)}</td>
                  <td className="is-number">{amountText(line.grossValue)}</td>
                </>
              )}
              {compared && (
                <td>
                  <EarlierPrices paid={paidFor(line, compared)} />
                </td>
              )}
              <td>
                <From line={line} />
              </td>
              <td>
                <Status {...lineState(line)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** On a phone: the product and what it costs, how much at which price, its state and its plant. */
function LineCards({ lines, compared }: Shown) {
  return (
    <ul className="line-cards" aria-label="Lines of the order">
      {lines.map(line => (
        <li key={line.id}>
          <strong>{nameIn(line.texts.productId)}</strong>
          <strong className="is-number">{line.grossValue === undefined ? '' : amountText(line.grossValue)}</strong>
          <span className="is-wide">
            <span className="quiet">{codeIn(line.texts.productId)}</span> · {quantityText(line.qty)} {line.uom}
            {line.netPrice !== undefined && ` at ${netText(line)}`}
            {line.discountPct > 0 &&
              `, ${percentText(line.discountPct)} off ${amountText(line.listPrice, line.priceUnit)}`}
            {line.gstRate !== undefined && ` · GST ${gstText(line)}`}
            {line.manualDiscountPct > 0 && (
              <span className="quiet"> · {percentText(line.manualDiscountPct)} by hand</span>
            )}
          </span>
          {compared && line.limitPrice !== null && (
            <span className="is-wide">
              Limit price {amountText(line.limitPrice, line.priceUnit)}
              {line.limitGapPct > 0 && <span className="is-below">, {percentText(line.limitGapPct)} below</span>}
            </span>
          )}
          {compared && line.asp !== null && (
            <span className="is-wide">
              ASP {amountText(line.asp, line.priceUnit)}
              {line.aspGapPct > 0 && <span className="is-below">, {percentText(line.aspGapPct)} below</span>}
            </span>
          )}
          {compared && paidFor(line, compared).length > 0 && (
            <span className="is-wide">
              <span className="quiet">Paid before:</span> <EarlierPrices paid={paidFor(line, compared)} />
            </span>
          )}
          <LineNotes of={line} />
          <Status {...lineState(line)} />
          <span className="is-number">
            <From line={line} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const paidFor = (line: OrderLineRow, { lastPrices }: Compared) =>
  lastPrices.filter(({ productId }) => productId === line.productId)

const gstText = ({ gstRate }: OrderLineRow) =>
  gstRate === undefined ? '–' : gstRate % 100 === 0 ? `${gstRate / 100} %` : percentText(gstRate)

function Product({ line }: { line: OrderLineRow }) {
  return (
    <>
      {nameIn(line.texts.productId)} <span className="quiet nowrap">{codeIn(line.texts.productId)}</span>
      <LineNotes of={line} />
    </>
  )
}

/** The notes on a line: single batch, and the customer's shipping instruction. */
function LineNotes({ of }: { of: { singleBatchRequired: boolean; shippingInstruction: string | null } }) {
  const notes = [of.singleBatchRequired && 'One batch', of.shippingInstruction].filter(Boolean)
  return notes.length > 0 && <span className="line-notes quiet is-wide">{notes.join(' · ')}</span>
}

function Discount({ line }: { line: OrderLineRow }) {
  if (line.discountPct === undefined || line.discountPct === 0) return <span className="quiet">–</span>
  return (
    <>
      {percentText(line.discountPct)}
      {line.manualDiscountPct > 0 && <span className="quiet under">{percentText(line.manualDiscountPct)} by hand</span>}
    </>
  )
}

/** The plant that supplies a line, and that it had too little when the line was entered. */
function From({ line }: { line: OrderLineRow }) {
  const { stockAtEntry, qty, texts } = line
  return (
    <>
      {nameIn(texts.plantId) || <span className="quiet">–</span>}
      {stockAtEntry != null && stockAtEntry < qty && (
        <span className="back-order">
          <Icon name="alert" size={11} /> Back-order, stock was {quantityText(stockAtEntry)}
        </span>
      )}
    </>
  )
}
