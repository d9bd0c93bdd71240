import { Button, Checkbox } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { dayText } from '../../../resources/define/show.ts'
import type { QueueRow } from '../../../resources/orders/approvals/queue-row.ts'
import { showWholeText } from '../../derive/grid/whole-text.ts'
import { CustomerCell } from '../customer-cell.tsx'
import { SortHead } from '../order-history/sort-head.tsx'
import { amountText } from '../order-words.ts'
import { focusFirstOrder } from './first-order.ts'
import { measureText } from './measure-text.ts'
import { Due, officeText } from './queue-due.tsx'
import type { QueueList } from './queue-list.ts'

/** The queue as a table: ↑ and ↓ move through the orders, Enter opens one, X selects it. */
export function QueueTable(list: QueueList) {
  const { queue, rows, selected, onSelect, sort, onSort, inScope } = list
  const all = rows.map(({ orderId }) => orderId)
  const count = all.filter(id => selected?.has(id)).length
  const priced = rows.some(row => row.grossValue !== undefined)
  const dated = rows.some(row => row.dueAt !== undefined)
  const measured = queue.measure !== null && rows.some(row => row.measuredValue !== undefined)
  const head = (name: string, title: string, isNumber = false) => (
    <SortHead name={name} title={title} isNumber={isNumber} sort={sort} onSort={onSort} />
  )
  const entered = useRef(false)
  useEffect(() => {
    if (entered.current && rows.length > 0) focusFirstOrder()
  }, [rows])
  return (
    <section
      className="table-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it sideways
      tabIndex={0}
      aria-label="Waiting orders"
      onFocus={() => {
        entered.current = true
      }}
    >
      <table className="plain-table queue-table is-one-line" onPointerOver={event => showWholeText(event.target)}>
        <thead>
          <tr>
            {selected && (
              <th scope="col" className="queue-choice">
                <Checkbox
                  aria-label="Select all on this page"
                  checked={count > 0 && count === all.length}
                  indeterminate={count > 0 && count < all.length}
                  onChange={event => onSelect(all, event.target.checked)}
                />
              </th>
            )}
            {head('orderNo', 'Order')}
            {head('orderDate', 'Date')}
            {head('customerName', 'Customer')}
            {head('sbu', 'SBU')}
            {priced && head('grossValue', 'Order value ₹', true)}
            {measured && head('measuredValue', queue.measure!, true)}
            {head('createdAt', 'Age')}
            {dated && <th scope="col">Level</th>}
            <th scope="col">Placed by</th>
            {inScope && <th scope="col">Waiting for</th>}
            {dated && head('dueAt', 'Due')}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <QueueLine key={row.id} row={row} list={list} priced={priced} measured={measured} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface Line {
  row: QueueRow
  list: QueueList
  priced: boolean
  measured: boolean
}

function QueueLine({ row, list: { queue, selected, onSelect, onOpen, inScope }, priced, measured }: Line) {
  const on = selected?.has(row.orderId) ?? false

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    const other =
      event.key === 'ArrowDown'
        ? event.currentTarget.nextElementSibling
        : event.key === 'ArrowUp'
          ? event.currentTarget.previousElementSibling
          : null
    if (other) {
      event.preventDefault()
      other.querySelector<HTMLElement>('.cell-link')?.focus()
    }
    if (event.key.toLowerCase() === 'x' && selected && !event.ctrlKey && !event.metaKey) onSelect([row.orderId], !on)
  }

  return (
    <tr
      className={on ? 'is-selected' : undefined}
      onKeyDown={onKeyDown}
      onClick={event => (event.target as HTMLElement).closest('button, label') || onOpen(row)}
    >
      {selected && (
        <td>
          <Checkbox
            aria-label={`Select ${row.orderNo}`}
            checked={on}
            onChange={event => onSelect([row.orderId], event.target.checked)}
          />
        </td>
      )}
      <td>
        <Button
          type="link"
          className="cell-link"
          aria-keyshortcuts={selected ? 'X' : undefined}
          onClick={() => onOpen(row)}
        >
          {row.orderNo}
        </Button>
      </td>
      <td className="nowrap">{dayText(row.orderDate)}</td>
      <CustomerCell code={row.customerCode} name={row.customerName} />
      <td>{row.sbu}</td>
      {priced && <td className="is-number">{amountText(row.grossValue)}</td>}
      {measured && <td className="is-number nowrap">{measureText(queue.step, row.measuredValue) || '–'}</td>}
      <td className="nowrap">{officeText(row.ageMinutes)}</td>
      {row.level !== undefined && <td>{row.level}</td>}
      <td>{row.placedBy}</td>
      {inScope && <td>{row.waitsFor}</td>}
      <DueCell row={row} />
    </tr>
  )
}

/** Until when it is to be decided, where the person reads it. */
function DueCell({ row: { dueAt, leftMinutes, escalatedTo } }: { row: QueueRow }) {
  if (dueAt === undefined || leftMinutes === null) return null
  return (
    <td>
      <Due short dueAt={dueAt} leftMinutes={leftMinutes} escalatedTo={escalatedTo} />
    </td>
  )
}
