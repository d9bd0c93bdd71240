import { Button, Checkbox } from 'antd'
import { sum } from '../../resources/define/amounts.ts'
import { dayText, kilograms, rupees } from '../../resources/define/show.ts'
import type { WaitingGroup, WaitingInvoice } from '../../resources/dispatches/commands/booking-desk.ts'
import { waitingKey, waitingText } from './waiting-key.ts'

/** The id of the button of a group, by which the next group gets the focus. */
export const groupButtonId = (shipToId: number | null) => `lr-group-${shipToId ?? 'none'}`

/** The pending invoices, and deliveries that are never billed, of one plant under their ship-tos; those of one ship-to can be selected at once. */
export function PendingInvoices(list: {
  groups: readonly WaitingGroup[]
  /** By `waitingKey`. */
  selected: readonly string[]
  onChange: (keys: readonly string[]) => void
}) {
  const { groups, selected, onChange } = list
  if (groups.length === 0) {
    return (
      <p className="quiet">No invoices to dispatch. New invoices from SAP appear automatically within a few minutes.</p>
    )
  }
  const pick = (keys: readonly string[], on: boolean) =>
    onChange(on ? [...new Set([...selected, ...keys])] : selected.filter(key => !keys.includes(key)))
  return (
    <ul className="lr-groups">
      {groups.map(({ shipToId, shipTo, city, deliveryWindow, invoices }) => {
        const keys = invoices.map(keyOfWaiting)
        const picked = keys.filter(key => selected.includes(key)).length
        return (
          <li key={shipToId ?? 'none'} className="lr-group">
            <div className="lr-group-head">
              <Checkbox
                checked={picked === keys.length}
                indeterminate={picked > 0 && picked < keys.length}
                onChange={event => pick(keys, event.target.checked)}
              >
                <strong>{shipTo}</strong>
                {city && <span>, {city}</span>}
              </Checkbox>
              <span className="quiet lr-group-sums">
                {countsOf(invoices)} · {sumsOf(invoices)}
                {deliveryWindow && ` · receives ${deliveryWindow}`}
              </span>
              <Button id={groupButtonId(shipToId)} onClick={() => onChange(keys)}>
                Enter LR<span className="for-readers"> for {shipTo}</span>
              </Button>
            </div>
            <ul>
              {invoices.map(invoice => (
                <li key={keyOfWaiting(invoice)}>
                  <Checkbox
                    checked={selected.includes(keyOfWaiting(invoice))}
                    onChange={event => pick([keyOfWaiting(invoice)], event.target.checked)}
                  >
                    <span className="lr-invoice">
                      <span>{waitingText(invoice)}</span>
                      <span>{dayText(invoice.invoiceDate)}</span>
                      <span>{kilograms(invoice.weightKg)}</span>
                      <span className="number">{rupees(invoice.value)}</span>
                      <span className="quiet">
                        {[invoice.orderNo, invoice.soldTo, invoice.isPart && 'the rest of it']
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}

const keyOfWaiting = ({ id, deliveryId }: WaitingInvoice) => waitingKey({ invoiceId: id, deliveryId })

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

function sumsOf(invoices: readonly WaitingInvoice[]): string {
  const packages = sum(invoices.map(invoice => invoice.packages))
  return [
    packages === 1 ? '1 package' : `${packages} packages`,
    kilograms(sum(invoices.map(invoice => invoice.weightKg))),
    rupees(sum(invoices.map(invoice => invoice.value))),
  ].join(' · ')
}
