import { Button } from 'antd'
import { order } from '../../../resources/orders/order.ts'
import { RowCard } from '../../derive/grid/row-card.tsx'
import type { ApiRow } from '../../derive/value-text.ts'
import type { OrderRow } from '../order-rows.ts'
import { type HistoryRows, pathOfOrder } from './history-table.tsx'

/** The orders on a phone: a card each. */
export function HistoryCards({ rows, drafts, columns, onTimeline }: HistoryRows) {
  return (
    <ul className="row-cards">
      {rows.map(row => (
        <RowCard
          key={row.id}
          resource={order}
          row={row as OrderRow & ApiRow}
          columns={columns}
          to={pathOfOrder(row, drafts)}
        >
          {!drafts && (
            <Button type="link" onClick={() => onTimeline(row)}>
              Timeline<span className="for-readers"> of {row.orderNo}</span>
            </Button>
          )}
        </RowCard>
      ))}
    </ul>
  )
}
