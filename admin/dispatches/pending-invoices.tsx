import { Button, Checkbox } from 'antd'
import { sum } from '../../resources/define/amounts.ts'
import { dayText, kilograms, rupees } from '../../resources/define/show.ts'
import type { WaitingGroup, WaitingInvoice } from '../../resources/dispatches/commands/booking-desk.ts'

/** The id of the button of a group, by which the next group gets the focus. */
export const groupButtonId = (shipToId: number | null) => `lr-group-${shipToId ?? 'none'}`

/** The pending invoices of one plant under their ship-tos; those of one ship-to can be selected at once. */
export function PendingInvoices(list: {
  groups: readonly WaitingGroup[]
  selected: readonly number[]
  onChange: (ids: readonly number[]) => void
}) {
  const { groups, selected, onChange } = list
  if (groups.length === 0) {
    return (
      <p className="quiet">No invoices to dispatch. New invoices from SAP appear automatically within a few minutes.</p>
    )
  }
  const pick = (ids: readonly number[], on: boolean) =>
    onChange(on ? [...new Set([...selected, ...ids])] : selected.filter(id => !ids.includes(id)))
  return (
    <ul className="lr-groups">
      {groups.map(({ shipToId, shipTo, city, deliveryWindow, invoices }) => {
        const ids = invoices.map(({ id }) => id)
        const picked = ids.filter(id => selected.includes(id)).length
        return (
          <li key={shipToId ?? 'none'} className="lr-group">
            <div className="lr-group-head">
              <Checkbox
                checked={picked === ids.length}
                indeterminate={picked > 0 && picked < ids.length}
                onChange={event => pick(ids, event.target.checked)}
              >
                <strong>{shipTo}</strong>
                {city && <span>, {city}</span>}
              </Checkbox>
              <span className="quiet lr-group-sums">
                {invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`} · {sumsOf(invoices)}
                {deliveryWindow && ` · receives ${deliveryWindow}`}
              </span>
              <Button id={groupButtonId(shipToId)} onClick={() => onChange(ids)}>
                Enter LR<span className="for-readers"> for {shipTo}</span>
              </Button>
            </div>
            <ul>
              {invoices.map(invoice => (
                <li key={invoice.id}>
                  <Checkbox
                    checked={selected.includes(invoice.id)}
                    onChange={event => pick([invoice.id], event.target.checked)}
                  >
                    <span className="lr-invoice">
                      <span>{invoice.invoiceNo}</span>
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

function sumsOf(invoices: readonly WaitingInvoice[]): string {
  const packages = sum(invoices.map(invoice => invoice.packages))
  return [
    packages === 1 ? '1 package' : `${packages} packages`,
    kilograms(sum(invoices.map(invoice => invoice.weightKg))),
    rupees(sum(invoices.map(invoice => invoice.value))),
  ].join(' · ')
}
