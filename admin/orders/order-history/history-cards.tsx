import { Button } from 'antd'
import { Link } from 'react-router'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { StatusMark } from '../show/status-mark.tsx'
import { type HistoryRows, pathOfOrder } from './history-table.tsx'

/** The orders on a phone: a card each. */
export function HistoryCards({ rows, drafts, ofOne, onTimeline }: HistoryRows) {
  return (
    <ul className="row-cards">
      {rows.map(row => (
        <li key={row.id} className="row-card">
          <h2>
            <Link className="card-link" to={pathOfOrder(row, drafts)}>
              {row.orderNo}
            </Link>
          </h2>
          <StatusMark order={row} />
          <FactList
            facts={[
              ['Customer', ofOne ? null : row.texts.customerId],
              ['Date', dayText(row.orderDate)],
              ['Order value', 'grossValue' in row ? rupees(row.grossValue) : null],
              ['PO number', row.customerPoNo],
              ['SAP order', row.sapOrderNo],
            ]}
          />
          {!drafts && (
            <Button onClick={() => onTimeline(row)}>
              Timeline<span className="for-readers"> of {row.orderNo}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
