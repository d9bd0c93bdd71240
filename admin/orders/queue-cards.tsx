import { Button } from 'antd'
import { dayText, rupees } from '../../resources/define/show.ts'
import { measureText } from './order-tasks.tsx'
import { ageText } from './order-words.ts'
import { Due, type QueueList } from './queue-table.tsx'

/** The queue on a phone: a card an order, and a button wide enough for a thumb. */
export function QueueCards({ rows, step, measure, now, onOpen }: QueueList) {
  return (
    <ul className="row-cards">
      {rows.map(row => (
        <li key={row.id} className="row-card">
          <h2>
            {row.orderNo} · {row.customerName}
          </h2>
          <dl>
            {[
              ['Order value', rupees(row.grossValue)],
              [measure, measureText(step, row.measuredValue)],
              ['SBU', row.sbu],
              ['Placed', `${dayText(row.orderDate)} by ${row.placedBy}`],
              ['Waits for', `${ageText(row.createdAt, now)}, level ${row.level}`],
              ['Due', <Due key="due" dueAt={row.dueAt} now={now} />],
            ].map(([label, value]) => (
              <div key={String(label)}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Button block className="card-button" onClick={() => onOpen(row)}>
            Look at it<span className="for-readers"> {row.orderNo}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
