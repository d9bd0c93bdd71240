import { lessPercent, priceTimes, WHOLE } from '../define/amounts.ts'
import { addDays } from '../define/dates.ts'
import type { ApprovalStep } from '../trade.ts'
import { exactly, exactNet, type LinePrice, shareBelow } from './line-price.ts'
import type { EnteredDelivery } from './quote/schedule.ts'
import type { Ratio } from './unit-conversion.ts'

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

/** The price terms of a line; column names of `order_line`. */
interface PricedSoFar extends LinePrice {
  qty: number
  priceUnit: number
  listPrice: number
  priceSource: string | null
  defaultDiscountPct: number
  promoDiscountValue: number
  manualDiscountPct: number
}

/** The price without the manual discount, in paise; derived from the net price where no list price is known. */
function priceWithoutManual(line: PricedSoFar): Ratio {
  if (line.manualDiscountPct === 0 || line.basePrice != null) return exactNet({ ...line, manualDiscountPct: 0 })
  if (line.priceSource === 'LIST')
    return exactly(lessPercent(line.listPrice, line.defaultDiscountPct) - line.promoDiscountValue)
  return { num: BigInt(line.netPrice) * BigInt(WHOLE), den: BigInt(Math.max(1, WHOLE - line.manualDiscountPct)) }
}

/**
 * The price terms after an approver set the net price: the difference to the price without a manual discount counts as
 * given by hand.
 */
export function withNetPrice(line: PricedSoFar, netPrice: number, without = priceWithoutManual(line)) {
  const net = exactly(netPrice)
  return {
    basePrice: null,
    netPrice,
    manualDiscountPct: shareBelow(net, without),
    discountPct: shareBelow(net, exactly(line.listPrice)),
    netValue: priceTimes(netPrice, line.qty, line.priceUnit),
  }
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
