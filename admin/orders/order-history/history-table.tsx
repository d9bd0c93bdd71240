import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { dayText } from '../../../resources/define/show.ts'
import { showWholeText } from '../../derive/grid/whole-text.ts'
import { CustomerCell } from '../customer-cell.tsx'
import type { OrderRow } from '../order-rows.ts'
import { amountText, personNameOf } from '../order-words.ts'
import { StatusMark } from '../show/status-mark.tsx'

/** The address of an order in the list: a draft leads to its pad, any other to its page. */
export const pathOfOrder = ({ id }: OrderRow, draft: boolean) =>
  draft ? `/orders/default?id=${id}` : `/orders/order-history/${id}`

export interface HistoryRows {
  rows: readonly OrderRow[]
  drafts: boolean
  /** They are all of the customer who reads them. */
  ofOne: boolean
  /** Opens the timeline of an order. */
  onTimeline: (order: OrderRow) => void
}

/** The orders as a table. */
export function HistoryTable({ rows, drafts, ofOne, onTimeline }: HistoryRows) {
  const navigate = useNavigate()
  const priced = rows.some(row => 'grossValue' in row)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="table-scroll" tabIndex={0} aria-label={drafts ? 'Drafts' : 'Orders'}>
      <table className="plain-table queue-table is-one-line" onPointerOver={event => showWholeText(event.target)}>
        <thead>
          <tr>
            <th scope="col">{drafts ? 'Draft' : 'Order'}</th>
            <th scope="col">Date</th>
            {!ofOne && <th scope="col">Customer</th>}
            <th scope="col">SBU</th>
            <th scope="col">Status</th>
            {priced && (
              <th scope="col" className="is-number">
                Order value ₹
              </th>
            )}
            <th scope="col">PO number</th>
            <th scope="col">SAP order</th>
            <th scope="col">Placed by</th>
            {!drafts && (
              <th scope="col" className="queue-action">
                <span className="for-readers">Timeline</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr
              key={row.id}
              onClick={event => {
                const onLink = (event.target as HTMLElement).closest('a, button')
                if (!onLink && !window.getSelection()?.toString()) void navigate(pathOfOrder(row, drafts))
              }}
            >
              <td className="nowrap">
                <Link to={pathOfOrder(row, drafts)}>{row.orderNo}</Link>
              </td>
              <td className="nowrap">{dayText(row.orderDate)}</td>
              {!ofOne && <CustomerCell {...customerOf(row)} />}
              <td>{ofOne ? row.texts.sbuId : codeOf(row.texts.sbuId)}</td>
              <td>
                <StatusMark order={row} />
              </td>
              {priced && <td className="is-number">{amountText(row.grossValue)}</td>}
              <td>{row.customerPoNo}</td>
              <td>{row.sapOrderNo}</td>
              <td>{personNameOf(row.texts.placedById)}</td>
              {!drafts && (
                <td className="queue-action">
                  <Button size="small" onClick={() => onTimeline(row)}>
                    Timeline<span className="for-readers"> of {row.orderNo}</span>
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const codeOf = (text: string | undefined) => text?.split(' · ')[0]

function customerOf({ texts }: OrderRow) {
  const [code = '', ...name] = (texts.customerId ?? '').split(' · ')
  return { code, name: name.join(' · ') }
}
