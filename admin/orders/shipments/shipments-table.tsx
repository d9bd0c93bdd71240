import { Link } from 'react-router'
import { rupees } from '../../../resources/define/show.ts'
import { tonesOf } from '../../../resources/define/state-tones.ts'
import { dispatchStatuses } from '../../../resources/dispatches/invoice.ts'
import { statusReaderOf, statusText } from '../../../resources/dispatches/lr-status.ts'
import { usePerson } from '../../account/person.ts'
import { nameIn } from '../../derive/record/names.ts'
import { Status } from '../../derive/record/status.tsx'
import { lateBy, plainDay } from '../../derive/record/when.ts'
import { useNarrow } from '../../derive/use-narrow.ts'
import { optionText } from '../../derive/value-text.ts'
import { type InvoiceRow, lrTones, type SentLr, type Shipments } from './shipments.ts'

/** The invoices of an order, each with the LRs that carry its goods, their transporters and promised days. */
export function ShipmentsTable({ shipments, today }: { shipments: Shipments; today: string }) {
  const { user, may } = usePerson()
  const rows = shipments.invoices.flatMap((invoice): { invoice: InvoiceRow; lr: SentLr | undefined }[] => {
    const lrs = shipments.lrsOf(invoice.id)
    return lrs.length > 0 ? lrs.map(lr => ({ invoice, lr })) : [{ invoice, lr: undefined }]
  })
  const onPhone = useNarrow()
  const valued = shipments.invoices.some(({ grossValue }) => grossValue !== undefined)
  const stateOf = ({ invoice, lr }: (typeof rows)[number]) =>
    lr ? (
      <Status tone={lrTones[lr.deliveryStatus]} word={statusText(lr.deliveryStatus, statusReaderOf(user.userType))} />
    ) : (
      <Waiting
        invoice={invoice}
        collects={user.customerId !== null && may('read', 'pwc-collections')}
        isCollected={shipments.collected.has(invoice.id)}
      />
    )
  if (onPhone)
    return (
      <ul className="line-cards is-inside">
        {rows.map(row => (
          <li key={`${row.invoice.id} ${row.lr?.id}`}>
            <Link to={`/dispatches/invoice/${row.invoice.id}`}>{row.invoice.invoiceNo}</Link>
            <strong className="is-number">{valued && rupees(row.invoice.grossValue)}</strong>
            <span className="is-wide">
              {row.lr ? (
                <>
                  {nameIn(row.lr.texts.transporterId)}, <LrLinks lr={row.lr} />
                </>
              ) : (
                `From ${nameIn(row.invoice.texts.plantId)}`
              )}
            </span>
            <span>{stateOf(row)}</span>
            <span className="is-number">{row.lr && <PromisedDay lr={row.lr} today={today} />}</span>
          </li>
        ))}
      </ul>
    )
  return (
    <div className="table-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Invoice</th>
            {valued && (
              <th scope="col" className="is-number">
                Amount
              </th>
            )}
            <th scope="col">From</th>
            <th scope="col">LR</th>
            <th scope="col">Transporter</th>
            <th scope="col">Promised</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ invoice, lr }) => (
            <tr key={`${invoice.id} ${lr?.id}`}>
              <td>
                <Link to={`/dispatches/invoice/${invoice.id}`}>{invoice.invoiceNo}</Link>
              </td>
              {valued && <td className="is-number">{rupees(invoice.grossValue)}</td>}
              <td>{nameIn(invoice.texts.plantId)}</td>
              <td>{lr ? <LrLinks lr={lr} /> : <span className="quiet">–</span>}</td>
              <td>{lr ? nameIn(lr.texts.transporterId) : <span className="quiet">–</span>}</td>
              <td>{lr ? <PromisedDay lr={lr} today={today} /> : <span className="quiet">–</span>}</td>
              <td>{stateOf({ invoice, lr })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const LrLinks = ({ lr }: { lr: SentLr }) => (
  <>
    <Link to={`/dispatches/lr/${lr.id}`}>{lr.lrNo}</Link> ·{' '}
    <Link to={`/dispatches/passport/${lr.id}`}>
      Papers<span className="for-readers"> of LR {lr.lrNo}</span>
    </Link>
  </>
)

function PromisedDay({ lr, today }: { lr: SentLr; today: string }) {
  if (lr.deliveredOn) return <>{plainDay(lr.expectedDeliveryDate, today)}</>
  const isOpen = lrTones[lr.deliveryStatus] === 'go' || lr.deliveryStatus === 'UNDELIVERED'
  const late = isOpen ? lateBy(lr.expectedDeliveryDate, today) : undefined
  return (
    <span className={late ? 'is-late' : undefined}>
      {plainDay(lr.expectedDeliveryDate, today)}
      {late && `, ${late}`}
    </span>
  )
}

const dispatchTones = tonesOf(dispatchStatuses)

/** An invoice without an LR: it waits, its buyer collects it, or no goods of ours hang on it. */
function Waiting({ invoice, collects, isCollected }: { invoice: InvoiceRow; collects: boolean; isCollected: boolean }) {
  const { dispatchStatus, invoiceNo, isCancelled, invoiceType } = invoice
  if (isCancelled) return <Status tone="end" word="Cancelled" />
  if (invoiceType !== 'INVOICE') return <Status tone="end" word={optionText(invoiceType)} />
  if (dispatchStatus !== 'PENDING')
    return <Status tone={dispatchTones[dispatchStatus]} word={optionText(dispatchStatus)} />
  return (
    <>
      <Status tone="wait" word={isCollected ? 'Waits for you' : 'Waits for dispatch'} />
      {collects && (
        <>
          {' · '}
          <Link to={`/dispatches/party-will-collect?view=${isCollected ? 'open' : 'sent'}&q=${invoiceNo}`}>
            {isCollected ? 'See who collects it' : 'Collect it yourself'}
            <span className="for-readers">: invoice {invoiceNo}</span>
          </Link>
        </>
      )}
    </>
  )
}
