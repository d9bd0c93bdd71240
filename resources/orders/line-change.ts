import { addDays } from '../define/dates.ts'
import type { ApprovalStep } from '../trade.ts'
import type { EnteredDelivery } from './quote/schedule.ts'

/** What an approver may change of a line; `isRejected` takes the line out of the order. */
export type LineChange = 'qty' | 'netPrice' | 'plantId' | 'requestedDate' | 'isRejected'

/** What may be changed in which queue: the service centre everything, pricing the price, regulatory rejects lines. */
export const changeableFields: Record<ApprovalStep, readonly LineChange[]> = {
  EUD: ['isRejected'],
  RATE_CONTRACT: ['qty', 'netPrice', 'isRejected'],
  CSC: ['qty', 'netPrice', 'plantId', 'requestedDate', 'isRejected'],
  LIMIT_PRICE: ['qty', 'netPrice', 'isRejected'],
  MY_APPROVAL: ['qty', 'netPrice', 'requestedDate', 'isRejected'],
  LIMIT: [],
  ACCEPTANCE: [],
}

/** The values of a line before an approver first changed it; saved once, however often it is changed again. */
export interface OriginalLine {
  qty: number
  netPrice: number
  /** The units that the price is for; absent in older rows, whose prices are for the units of the line. */
  priceUnit?: number
  plantId: number | null
  requestedDate: string
}

/** The values of a line before SAP first changed it after its confirmation; saved once, as by an approver. */
export type ConfirmedLine = Omit<OriginalLine, 'requestedDate'> & {
  /** The unit in which SAP had it. */
  uom: string
}

/** The deliveries of a line that was cut to `qty`, the last ones first; all of them come `days` later. */
export function rescheduled<Delivery extends EnteredDelivery>(
  deliveries: readonly Delivery[],
  qty: number,
  days: number,
): Delivery[] {
  let left = qty
  return deliveries.flatMap(delivery => {
    const part = Math.min(left, delivery.qty)
    left -= part
    return part > 0 ? [{ ...delivery, qty: part, requestedDate: addDays(delivery.requestedDate, days) }] : []
  })
}
