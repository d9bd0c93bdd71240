import type { CertifiedBatch } from '../../../resources/coa/commands.ts'
import { dayText, quantityText, rupees, shortPercentText, showNumber } from '../../../resources/define/show.ts'
import { invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { codeIn, nameIn } from '../../derive/record/names.ts'
import { useNarrow } from '../../derive/use-narrow.ts'
import type { InvoiceRow } from '../../orders/shipments/shipments.ts'
import type { InvoiceLineRow } from './use-invoice.ts'

interface Shown {
  invoice: InvoiceRow
  lines: readonly InvoiceLineRow[]
  batches: readonly CertifiedBatch[]
}

const amount = (paise: number) => showNumber(paise, 2)

/** The products of an invoice with HSN, batch and tax, and below them what they add up to. Transporters see no amounts. */
export function InvoiceLines(shown: Shown) {
  const onPhone = useNarrow()
  const { invoice } = shown
  return (
    <div className="record-table">
      {onPhone ? <LineCards {...shown} /> : <LineRows {...shown} />}
      {invoice.grossValue !== undefined && (
        <dl className="order-totals totals">
          {totalsOf(invoice, shown.lines).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{rupees(value).replace('-', '− ')}</dd>
            </div>
          ))}
          <div className="totals-sum">
            <dt>Total</dt>
            <dd>{rupees(invoice.grossValue)}</dd>
          </div>
        </dl>
      )}
    </div>
  )
}

/** What an invoice adds up to: its taxes with their rate, where all lines have the same. */
function totalsOf(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): [string, number][] {
  const { netValue, freightValue, cgst, sgst, igst, cess, tcs, roundOff } = invoice
  const rates = [...new Set(lines.map(({ gstRate }) => gstRate))]
  const at = (part: number) => (rates.length === 1 && rates[0] ? ` ${shortPercentText(rates[0] / part)}` : '')
  const rows: [string, number][] = [
    ['Freight', freightValue],
    [`CGST${at(2)}`, cgst],
    [`SGST${at(2)}`, sgst],
    [`IGST${at(1)}`, igst],
    ['Cess', cess],
    ['TCS', tcs],
    ['Rounded', roundOff],
  ]
  return [['Taxable', netValue], ...rows.filter(([, value]) => value !== 0)]
}

/** A batch, as a link to its certificate where there is one. */
function Batch({ line, batches }: { line: InvoiceLineRow; batches: readonly CertifiedBatch[] }) {
  const { batchNo, productId } = line
  if (batchNo === null) return <span className="quiet">–</span>
  const certificateId = batches.find(batch => batch.batchNo === batchNo && batch.productId === productId)?.certificateId
  if (certificateId == null) return <>{batchNo}</>
  return (
    <a href={`/api/coa/certificates/${certificateId}/file`} download title="Download the certificate">
      {batchNo}
      <span className="for-readers">, download the certificate</span>
    </a>
  )
}

/** What no goods of ours are is said: they are on no LR. */
function SuppliedAs({ line: { suppliedAs } }: { line: InvoiceLineRow }) {
  const words = invoiceLine.fields.suppliedAs.words!.buyer as Record<string, string>
  return suppliedAs === 'GOODS' ? null : <span className="quiet"> · {words[suppliedAs]}</span>
}

function LineRows({ lines, batches }: Shown) {
  const valued = lines.some(({ netValue }) => netValue !== undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="table-scroll" tabIndex={0} aria-label="Lines of the invoice">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col" className="is-lead">
              Product
            </th>
            <th scope="col">HSN</th>
            <th scope="col">Batch</th>
            <th scope="col">Expires</th>
            {['Quantity', ...(valued ? ['Price ₹', 'Taxable ₹', 'GST', 'Total ₹'] : [])].map(head => (
              <th key={head} scope="col" className="is-number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id}>
              <td className="is-lead">
                {nameIn(line.texts.productId)} <span className="quiet nowrap">{codeIn(line.texts.productId)}</span>
                <SuppliedAs line={line} />
              </td>
              <td>{line.hsnCode ?? <span className="quiet">–</span>}</td>
              <td>
                <Batch line={line} batches={batches} />
              </td>
              <td>{line.expiryDate === null ? <span className="quiet">–</span> : dayText(line.expiryDate)}</td>
              <td className="is-number">
                {quantityText(line.qty)} {line.uom}
              </td>
              {valued && (
                <>
                  <td className="is-number">{amount(line.unitPrice)}</td>
                  <td className="is-number">{amount(line.netValue)}</td>
                  <td className="is-number">{shortPercentText(line.gstRate)}</td>
                  <td className="is-number">{amount(line.netValue + line.taxValue)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function LineCards({ lines, batches }: Shown) {
  return (
    <ul className="line-cards" aria-label="Lines of the invoice">
      {lines.map(line => (
        <li key={line.id}>
          <strong>{nameIn(line.texts.productId)}</strong>
          <strong className="is-number">{line.netValue !== undefined && amount(line.netValue)}</strong>
          <span className="is-wide">
            <span className="quiet">{codeIn(line.texts.productId)}</span> · {quantityText(line.qty)} {line.uom}
            {line.unitPrice !== undefined && ` at ${amount(line.unitPrice)} · GST ${shortPercentText(line.gstRate)}`}
            {line.hsnCode && ` · HSN ${line.hsnCode}`}
            <SuppliedAs line={line} />
          </span>
          <span>
            Batch <Batch line={line} batches={batches} />
          </span>
          <span className="is-number">{line.expiryDate !== null && `expires ${dayText(line.expiryDate)}`}</span>
        </li>
      ))}
    </ul>
  )
}
