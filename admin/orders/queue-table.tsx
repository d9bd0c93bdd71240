import { Button } from 'antd'
import { dayText, showNumber } from '../../resources/define/show.ts'
import { momentText } from '../derive/value-text.ts'
import { Icon } from '../shell/icons.tsx'
import type { QueueRow } from './order-rows.ts'
import { measureText } from './order-tasks.tsx'
import { ageText } from './order-words.ts'

export interface QueueList {
  rows: readonly QueueRow[]
  step: string
  /** What is measured, as the head of its column. */
  measure: string
  now: number
  onOpen: (row: QueueRow) => void
}

/** When a decision is due; overdue in words and with a sign. */
export function Due({ dueAt, now }: { dueAt: string; now: number }) {
  const late = Date.parse(dueAt) < now
  return (
    <span className={late ? 'due is-late' : 'due'}>
      {momentText(dueAt)}
      {late && (
        <strong>
          <Icon name="alert" size={12} /> Overdue
        </strong>
      )}
    </span>
  )
}

/** The queue as a table. */
export function QueueTable({ rows, step, measure, now, onOpen }: QueueList) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
    <section className="table-scroll" tabIndex={0} aria-label="Orders that wait">
      <table className="plain-table queue-table">
        <thead>
          <tr>
            {['Order', 'Date', 'Customer', 'SBU'].map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" className="is-number">
              Order value ₹
            </th>
            <th scope="col" className="is-number">
              {measure}
            </th>
            {['Age', 'Level', 'Placed by', 'Due'].map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id} onClick={event => (event.target as HTMLElement).closest('button') || onOpen(row)}>
              <td>
                <Button type="link" className="cell-link" onClick={() => onOpen(row)}>
                  {row.orderNo}
                </Button>
              </td>
              <td className="nowrap">{dayText(row.orderDate)}</td>
              <td>
                {row.customerName} <span className="quiet">{row.customerCode}</span>
              </td>
              <td>{row.sbu}</td>
              <td className="is-number">{showNumber(row.grossValue, 2)}</td>
              <td className="is-number">{measureText(step, row.measuredValue)}</td>
              <td className="nowrap">{ageText(row.createdAt, now)}</td>
              <td>{row.level}</td>
              <td>{row.placedBy}</td>
              <td>
                <Due dueAt={row.dueAt} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
