import { Button, Checkbox } from 'antd'
import { type KeyboardEvent, memo, useState } from 'react'
import { sum } from '../../../resources/define/amounts.ts'
import { dayText, kilograms, rupees } from '../../../resources/define/show.ts'
import type { WaitingGroup, WaitingInvoice } from '../../../resources/dispatches/commands/booking-desk.ts'
import { waitingText } from '../waiting-key.ts'
import { type Chosen, keyOfWaiting, withMore, without } from './chosen.ts'

/** Rows that are drawn at first, and with each press of the button below them. */
const STEP = 100

/** The id of the list, into which the find box leads. */
const LIST = 'lr-waiting'
export const firstRow = () => document.querySelector<HTMLElement>(`#${LIST} input`)

/**
 * The pending invoices, and deliveries that are never billed, of one plant under their ship-tos. Arrows move, Space
 * chooses a row or a whole ship-to, Enter goes on to the LR with it.
 */
export const PendingInvoices = memo(function PendingInvoices(list: {
  groups: readonly WaitingGroup[]
  chosen: readonly Chosen[]
  /** What Enter in the find box would choose, by its key. */
  hit: string | undefined
  onChange: (chosen: readonly Chosen[]) => void
  /** Goes to the LR. */
  onGo: (chosen: readonly Chosen[]) => void
  /** Goes up, out of the list. */
  onLeave: () => void
}) {
  const { groups, chosen, onChange, onGo } = list
  const [most, setMost] = useState(STEP)
  const keys = new Set(chosen.map(keyOfWaiting))
  const all = sum(groups.map(({ invoices }) => invoices.length))
  const pick = (some: readonly Chosen[], on: boolean) => onChange(on ? withMore(chosen, some) : without(chosen, some))

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .lr-more')]
    const at = stops.indexOf(target)
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key]
    if (event.key === 'Enter' && target.tagName === 'INPUT') {
      const group = groups.find(({ shipToId }) => groupKey(shipToId) === target.dataset.group)
      const row = groups
        .flatMap(({ invoices }) => invoices)
        .find(invoice => keyOfWaiting(invoice) === target.dataset.row)
      const some = group?.invoices ?? (row ? [row] : [])
      onGo(some.some(one => keys.has(keyOfWaiting(one))) ? chosen : withMore(chosen, some))
    } else if (event.key === 'Escape' || to === -1) list.onLeave()
    else if (to !== undefined) stops[to]?.focus()
    else return
    event.preventDefault()
  }

  let left = most
  return (
    <ul className="lr-groups" id={LIST} onKeyDown={onKeyDown}>
      {groups.map(group => {
        const shown = group.invoices.slice(0, Math.max(0, left))
        left -= group.invoices.length
        if (shown.length === 0) return null
        const { shipToId, shipTo, city, deliveryWindow, invoices } = group
        const picked = invoices.filter(one => keys.has(keyOfWaiting(one))).length
        return (
          <li key={groupKey(shipToId)} className="lr-group">
            <div className="lr-group-head">
              <Checkbox
                data-group={groupKey(shipToId)}
                checked={picked === invoices.length}
                indeterminate={picked > 0 && picked < invoices.length}
                onChange={event => pick(invoices, event.target.checked)}
              >
                <strong>{shipTo}</strong>
                {city && <span>, {city}</span>}
              </Checkbox>
              <Button onClick={() => onGo(invoices)}>
                Enter LR<span className="for-readers"> for {shipTo}</span>
              </Button>
              <span className="quiet lr-group-sums">
                {countsOf(invoices)} · {sumsOf(invoices)}
                {deliveryWindow && ` · receives ${deliveryWindow}`}
              </span>
            </div>
            <ul>
              {shown.map(invoice => (
                <WaitingRow
                  key={keyOfWaiting(invoice)}
                  invoice={invoice}
                  isChosen={keys.has(keyOfWaiting(invoice))}
                  isHit={keyOfWaiting(invoice) === list.hit}
                  onPick={on => pick([invoice], on)}
                />
              ))}
            </ul>
          </li>
        )
      })}
      {all > most && (
        <li className="lr-group">
          <Button className="lr-more" onClick={() => setMost(most + STEP)}>
            Show {Math.min(STEP, all - most)} more of {all}
          </Button>
        </li>
      )}
    </ul>
  )
})

function WaitingRow(row: {
  invoice: WaitingInvoice
  isChosen: boolean
  isHit: boolean
  onPick: (isChosen: boolean) => void
}) {
  const { invoice } = row
  return (
    <li className={row.isHit ? 'is-hit' : undefined}>
      <Checkbox
        data-row={keyOfWaiting(invoice)}
        checked={row.isChosen}
        onChange={event => row.onPick(event.target.checked)}
      >
        <span className="lr-invoice">
          <span>{waitingText(invoice)}</span>
          <span>{dayText(invoice.invoiceDate)}</span>
          <span>{kilograms(invoice.weightKg)}</span>
          <span className="number">{rupees(invoice.value)}</span>
          <span className="quiet">
            {[invoice.orderNo, invoice.soldTo, invoice.isPart && 'the rest of it'].filter(Boolean).join(' · ')}
          </span>
          {row.isHit && <kbd>Enter</kbd>}
        </span>
      </Checkbox>
    </li>
  )
}

const groupKey = (shipToId: number | null) => String(shipToId ?? 'none')

function countsOf(waiting: readonly WaitingInvoice[]): string {
  const free = waiting.filter(({ deliveryId }) => deliveryId !== null).length
  const billed = waiting.length - free
  return [
    billed > 0 && (billed === 1 ? '1 invoice' : `${billed} invoices`),
    free > 0 && (free === 1 ? '1 delivery' : `${free} deliveries`),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Packages, weight and value together. */
export function sumsOf(of: readonly Pick<Chosen, 'packages' | 'weightKg' | 'value'>[]): string {
  const packages = sum(of.map(invoice => invoice.packages))
  return [
    packages === 1 ? '1 package' : `${packages} packages`,
    kilograms(sum(of.map(invoice => invoice.weightKg))),
    rupees(sum(of.map(invoice => invoice.value))),
  ].join(' · ')
}
