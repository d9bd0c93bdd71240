import { Checkbox } from 'antd'
import { dayText, rupees } from '../../resources/define/show.ts'
import type { InvoiceRow } from './lr-api.ts'

/** The pending invoices of one plant under their ship-tos; those of one ship-to can be chosen at once. */
export function PendingInvoices(list: {
  rows: readonly InvoiceRow[]
  chosen: readonly number[]
  onChange: (ids: readonly number[]) => void
}) {
  const { rows, chosen, onChange } = list
  if (rows.length === 0) {
    return <p className="quiet">No invoice waits here. SAP’s new invoices come by themselves within some minutes.</p>
  }
  const groups = Map.groupBy(rows, row => row.shipToId)
  const pick = (ids: readonly number[], on: boolean) =>
    onChange(on ? [...new Set([...chosen, ...ids])] : chosen.filter(id => !ids.includes(id)))
  return (
    <ul className="lr-groups">
      {[...groups].map(([shipToId, invoices]) => {
        const ids = invoices.map(({ id }) => id)
        const picked = ids.filter(id => chosen.includes(id)).length
        const name = invoices[0]!.texts.shipToId ?? 'Without a ship-to'
        return (
          <li key={shipToId ?? 'none'} className="lr-group">
            <Checkbox
              checked={picked === ids.length}
              indeterminate={picked > 0 && picked < ids.length}
              onChange={event => pick(ids, event.target.checked)}
            >
              <strong>{name}</strong> <span className="quiet">({ids.length})</span>
            </Checkbox>
            <ul>
              {invoices.map(invoice => (
                <li key={invoice.id}>
                  <Checkbox
                    checked={chosen.includes(invoice.id)}
                    onChange={event => pick([invoice.id], event.target.checked)}
                  >
                    <span className="lr-invoice">
                      <span>{invoice.invoiceNo}</span>
                      <span>{dayText(invoice.invoiceDate)}</span>
                      <span className="number">{rupees(invoice.grossValue)}</span>
                      <span className="quiet">
                        {[invoice.texts.orderId, invoice.texts.soldToId].filter(Boolean).join(' · ')}
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
