import { mulDiv, percentOf } from '../../define/amounts.ts'
import { afterCancelling } from '../cancel/cancellable.ts'
import { type LinePrice, lineValue } from '../line-price.ts'
import type { OrderLine } from '../order-line.ts'
import { grossOf } from '../totals.ts'

/** A day for which SAP confirms so much of a line, null where it does not say which; quantity in thousandths. */
export interface Confirmation {
  day: string | null
  qty: number
}

/** The confirmed and delivered quantity of a delivery; column names of `schedule_line`. */
export interface ConfirmedDelivery {
  confirmedDate: string | null
  confirmedQty: number
  deliveredQty: number
}

/**
 * Distributes what SAP confirms of a line over its deliveries: the earliest goods go to the first delivery, and a
 * delivery is confirmed for the day on which the last of it comes. SAP splits lines by its stock, so its own lines need
 * not be ours.
 */
export function confirmedDeliveries(
  deliveries: readonly { qty: number }[],
  confirmations: readonly Confirmation[],
  deliveredQty: number,
): ConfirmedDelivery[] {
  const left = confirmations.toSorted(byDay).map(one => ({ ...one }))
  let gone = deliveredQty
  return deliveries.map(({ qty }) => {
    const delivery: ConfirmedDelivery = { confirmedDate: null, confirmedQty: 0, deliveredQty: Math.min(qty, gone) }
    gone -= delivery.deliveredQty
    for (const one of left) {
      const part = Math.min(one.qty, qty - delivery.confirmedQty)
      if (part <= 0) continue
      one.qty -= part
      delivery.confirmedQty += part
      delivery.confirmedDate = one.day
    }
    return delivery
  })
}

/** The earliest first, and what is confirmed for no certain day last. */
const byDay = (one: Confirmation, other: Confirmation) => {
  if (one.day === null || other.day === null) return one.day === other.day ? 0 : one.day === null ? 1 : -1
  return one.day < other.day ? -1 : 1
}

/** The quantity of a line that SAP still has; of an item rejected or deleted only what was dispatched or billed. */
export function qtyInSap(
  item: { qty: number; deliveredQty: number; rejectionCode: string | null } | null,
  { dispatchedQty, invoicedQty }: Pick<OrderLine, 'dispatchedQty' | 'invoicedQty'>,
): number {
  const gone = Math.max(dispatchedQty, invoicedQty)
  if (item === null) return gone
  return Math.max(gone, item.rejectionCode === null ? item.qty : item.deliveredQty)
}

type Sized = Pick<
  OrderLine,
  | 'qty'
  | 'cancelledQty'
  | 'dispatchedQty'
  | 'invoicedQty'
  | 'lineStatus'
  | 'sapItemNo'
  | 'priceUnit'
  | 'freightValue'
  | 'gstRate'
  | 'cgst'
  | 'igst'
> &
  LinePrice

/**
 * The columns of a line once SAP's quantity changed: what it reduced is cancelled, what it added is ordered at the same
 * price. SAP's own freight counts where it gives one, else freight grows with the quantity.
 */
export function resizedLine(line: Sized, kept: number, freight: number | null = null) {
  const grown = kept > line.qty ? { ...line, ...grownLine(line, kept, freight) } : line
  const changes = afterCancelling(grown, grown.qty - grown.cancelledQty - kept)
  return kept > line.qty ? { ...grownLine(line, kept, freight), ...changes } : changes
}

function grownLine(
  { qty: before, priceUnit, freightValue: ours, gstRate, cgst: half, igst: igstBefore, ...price }: Sized,
  qty: number,
  freight: number | null,
) {
  const netValue = lineValue(price, qty, priceUnit)
  const freightValue = freight ?? mulDiv(ours, qty, before)
  const taxableValue = netValue + freightValue
  const cgst = half > 0 ? mulDiv(taxableValue, gstRate, 20_000) : 0
  const igst = igstBefore > 0 ? percentOf(taxableValue, gstRate) : 0
  const tax = { cgst, sgst: cgst, igst }
  return { qty, netValue, freightValue, taxableValue, ...tax, grossValue: grossOf({ taxableValue, ...tax }) }
}
