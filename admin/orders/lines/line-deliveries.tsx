import { Button } from 'antd'
import { useState } from 'react'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import { MOST_DELIVERIES, scheduleFindings } from '../../../resources/orders/quote/schedule.ts'
import DayInput from '../../derive/form/day-input.tsx'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { usePad } from '../pad/pad.ts'
import type { PadLine } from './line-store.ts'

interface Delivery {
  key: number
  requestedDate: string | null
  qty: number | string | null
}

let made = 0
const delivery = (requestedDate: string | null, qty: Delivery['qty']): Delivery => ({ key: ++made, requestedDate, qty })

/** The deliveries of a row: one on the order's requested day, or up to twelve that make up its quantity. */
export function LineDeliveries({
  line,
  requestedDate,
  promised,
}: {
  line: PadLine
  requestedDate: string | null
  promised: string | null
}) {
  const { store } = usePad()
  const { schedules } = line.extras
  const [rows, setRows] = useState<Delivery[]>(() => schedules.map(one => delivery(one.requestedDate, one.qty)))
  const qty = typeof line.qty === 'number' ? line.qty : 0

  function replaceRows(next: Delivery[]) {
    setRows(next)
    const filledSchedules = next.flatMap(one =>
      typeof one.qty === 'number' && one.requestedDate !== null
        ? [{ requestedDate: one.requestedDate, qty: one.qty }]
        : [],
    )
    store.changeExtras(line.key, { schedules: filledSchedules })
  }

  const change = (key: number, changes: Partial<Delivery>) =>
    replaceRows(rows.map(row => (row.key === key ? { ...row, ...changes } : row)))

  /** Adds a delivery of the remaining quantity a week after the last; the first split halves the quantity. */
  function split() {
    if (rows.length === 0) {
      const half = Math.floor(qty / 2000) * 1000 || qty
      return replaceRows([
        delivery(requestedDate, half),
        delivery(requestedDate && addDays(requestedDate, 7), qty - half || null),
      ])
    }
    const last = rows.at(-1)!.requestedDate
    const left = qty - rows.reduce((total, row) => total + (typeof row.qty === 'number' ? row.qty : 0), 0)
    replaceRows([...rows, delivery(last && addDays(last, 7), left > 0 ? left : null)])
  }

  const unfinished = rows.some(row => typeof row.qty !== 'number' || row.requestedDate === null)
  const entered = line.extras.schedules.map((one, index) => ({ ...one, scheduleNo: index + 1 }))
  const findings = scheduleFindings(qty, entered, { first: '0000-01-01', last: '9999-12-31' })
  return (
    <section aria-labelledby="deliveries-head">
      <h3 id="deliveries-head">Deliveries</h3>
      {rows.length === 0 ? (
        <p>
          All {quantityText(qty)} on {requestedDate ? dayText(requestedDate) : 'the day asked for'}
          {promised && requestedDate && promised > requestedDate && `; promised for ${dayText(promised)}`}.
        </p>
      ) : (
        <ul className="delivery-rows">
          {rows.map((row, index) => (
            <li key={row.key}>
              <label className="for-readers" htmlFor={`delivery-${row.key}-day`}>
                Day of delivery {index + 1}
              </label>
              <DayInput
                id={`delivery-${row.key}-day`}
                value={row.requestedDate}
                onChange={day => change(row.key, { requestedDate: day })}
              />
              <label className="for-readers" htmlFor={`delivery-${row.key}-qty`}>
                Quantity of delivery {index + 1}
              </label>
              <NumberInput
                id={`delivery-${row.key}-qty`}
                scale={3}
                value={row.qty}
                onChange={value => change(row.key, { qty: value })}
              />
              <Button
                type="text"
                title="Remove the delivery"
                onClick={() => replaceRows(rows.filter(({ key }) => key !== row.key))}
              >
                <Icon name="close" />
                <span className="for-readers">Remove delivery {index + 1}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {unfinished && <p className="field-error">A delivery needs its day and its quantity.</p>}
        {!unfinished &&
          findings.map(({ field, message }) => (
            <p key={`${field} ${message}`} className="field-error">
              {`${message[0]!.toUpperCase()}${message.slice(1)}.`}
            </p>
          ))}
      </div>
      <div className="drawer-actions">
        {rows.length < MOST_DELIVERIES && qty > 0 && (
          <Button onClick={split}>
            <Icon name="plus" /> {rows.length === 0 ? 'Split into deliveries' : 'Another delivery'}
          </Button>
        )}
        {rows.length > 0 && <Button onClick={() => replaceRows([])}>Deliver all at once</Button>}
      </div>
    </section>
  )
}
