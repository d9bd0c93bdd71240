import { Button, Checkbox } from 'antd'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { measureText } from './measure-text.ts'
import { Due, officeText } from './queue-due.tsx'
import type { QueueList } from './queue-list.ts'

/** The queue on a phone: a card per order, with buttons wide enough for a thumb. */
export function QueueCards({ queue, rows, selected, onSelect, onOpen, inScope }: QueueList) {
  return (
    <ul className="row-cards">
      {rows.map(row => (
        <li key={row.id} className={selected?.has(row.orderId) ? 'row-card is-selected' : 'row-card'}>
          <div className="queue-card-head">
            <h2>
              {row.orderNo} · {row.customerName}
            </h2>
            {selected && (
              <Checkbox
                className="card-choice"
                aria-label={`Select ${row.orderNo}`}
                checked={selected.has(row.orderId)}
                onChange={event => onSelect([row.orderId], event.target.checked)}
              />
            )}
          </div>
          <FactList
            facts={[
              ['Order value', row.grossValue === undefined ? null : rupees(row.grossValue)],
              [queue.measure ?? '', measureText(queue.step, row.measuredValue)],
              ['SBU', row.sbu],
              ['Placed', `${dayText(row.orderDate)} by ${row.placedBy}`],
              ['Waiting', `${officeText(row.ageMinutes)}${row.level === undefined ? '' : `, level ${row.level}`}`],
              ['Waiting for', inScope && row.waitsFor],
              [
                'Due',
                row.dueAt !== undefined && row.leftMinutes !== null && (
                  <Due key="due" dueAt={row.dueAt} leftMinutes={row.leftMinutes} escalatedTo={row.escalatedTo} />
                ),
              ],
            ]}
          />
          <Button block className="card-button" onClick={() => onOpen(row)}>
            Review<span className="for-readers"> {row.orderNo}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
