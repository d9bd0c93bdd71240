import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { Column } from '../../../resources/define/column.ts'
import { order } from '../../../resources/orders/order.ts'
import { isRight } from '../../derive/grid/cell.tsx'
import { CellOfRow, LeadCell } from '../../derive/grid/row-cells.tsx'
import { showWholeText } from '../../derive/grid/whole-text.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import type { OrderRow } from '../order-rows.ts'

/** The address of an order in the list: a draft leads to its pad, any other to its page. */
export const pathOfOrder = ({ id }: OrderRow, draft: boolean) =>
  draft ? `/orders/default?id=${id}` : `/orders/order-history/${id}`

export interface HistoryRows {
  rows: readonly OrderRow[]
  drafts: boolean
  /** Those that the list of all orders shows first. */
  columns: readonly Column[]
  /** Opens the timeline of an order. */
  onTimeline: (order: OrderRow) => void
}

/** The orders as a table. */
export function HistoryTable({ rows, drafts, columns, onTimeline }: HistoryRows) {
  const navigate = useNavigate()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="table-scroll" tabIndex={0} aria-label={drafts ? 'Drafts' : 'Orders'}>
      <table className="plain-table queue-table is-one-line" onPointerOver={event => showWholeText(event.target)}>
        <thead>
          <tr>
            {columns.map(({ name, label, field }) => (
              <th key={name} scope="col" className={isRight(field) ? 'is-number' : undefined}>
                {label}
              </th>
            ))}
            {!drafts && (
              <th scope="col">
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
              {columns.map((column, index) => (
                <td key={column.name} className={isRight(column.field) ? 'is-number' : undefined}>
                  <OrderCell {...{ row, column, drafts }} isLead={index === 0} />
                </td>
              ))}
              {!drafts && (
                <td className="queue-action is-on-hover">
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

function OrderCell({
  row,
  column,
  drafts,
  isLead,
}: {
  row: OrderRow
  column: Column
  drafts: boolean
  isLead: boolean
}) {
  const listed = row as OrderRow & ApiRow
  if (column.name === 'orderNo') return <Link to={pathOfOrder(row, drafts)}>{row.orderNo}</Link>
  return isLead ? (
    <LeadCell row={listed} column={column} />
  ) : (
    <CellOfRow resource={order} row={listed} column={column} />
  )
}
