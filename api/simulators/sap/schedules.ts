import { addDays } from '../../../resources/define/dates.ts'
import { collectionRows, dayOfSap, fromSapQuantity, sapDate, toSapQuantity } from '../../sap/http/odata.ts'
import type { SapRecord } from './store.ts'

/** A product that the simulated SAP confirms a week after the requested day. */
const late = 'SAPFAIL-LATE'

/** The result of the simulated stock check of an item, and what has been delivered. */
export interface Availability {
  /** Another day for everything that is not delivered yet. */
  confirmedDate?: string
  /** The quantity available. */
  confirmedQuantity?: number
}

/** The item's schedule lines after a check of the stock: by default each is confirmed for the requested day. */
export function confirmedItem(item: SapRecord, deliveryDate: unknown, stock: Availability = {}): SapRecord {
  const whole = fromSapQuantity(item.RequestedQuantity)
  const requested = collectionRows(item.to_ScheduleLine).filter(
    row => fromSapQuantity(row.ScheduleLineOrderQuantity) > 0,
  )
  const lines =
    requested.length > 0
      ? requested
      : [{ RequestedDeliveryDate: deliveryDate, ScheduleLineOrderQuantity: item.RequestedQuantity }]
  let left = item.SalesDocumentRjcnReason ? 0 : Math.min(whole, stock.confirmedQuantity ?? whole)
  const checked = lines.flatMap(line => {
    const qty = Math.min(left, fromSapQuantity(line.ScheduleLineOrderQuantity))
    left -= qty
    const day = dayOfSap(line.RequestedDeliveryDate)
    const confirmed = stock.confirmedDate ?? (item.Material === late ? addDays(day, 7) : day)
    return confirmed === day ? [scheduled(line, qty, day)] : [scheduled(line, 0, null), extra(line, qty, confirmed)]
  })
  return {
    ...item,
    to_ScheduleLine: { results: checked.map((row, index) => ({ ...row, ScheduleLine: `${index + 1}` })) },
  }
}

/** As in SAP: the requested line stays, and what comes another day stands on a line with order quantity zero. */
const extra = (line: SapRecord, qty: number, day: string) =>
  scheduled({ ...line, ScheduleLineOrderQuantity: toSapQuantity(0) }, qty, day)

const scheduled = (
  { RequestedDeliveryDate, ScheduleLineOrderQuantity, DelivBlockReasonForSchedLine }: SapRecord,
  qty: number,
  day: string | null,
): SapRecord => ({
  RequestedDeliveryDate,
  ScheduleLineOrderQuantity,
  ...(DelivBlockReasonForSchedLine ? { DelivBlockReasonForSchedLine } : {}),
  ConfirmedDeliveryDate: day && sapDate(day),
  ConfdOrderQtyByMatlAvailCheck: toSapQuantity(qty),
  DeliveredQtyInOrderQtyUnit: toSapQuantity(0),
})

/** The item with so much of it delivered, in the order of its schedule lines; what exceeds them stands on the last. */
export function withDelivered(item: SapRecord, delivered: number): SapRecord {
  const lines = collectionRows(item.to_ScheduleLine)
  let left = delivered
  const results = lines.map((row, index) => {
    const here = index === lines.length - 1 ? left : Math.min(left, fromSapQuantity(row.ConfdOrderQtyByMatlAvailCheck))
    left -= here
    return { ...row, DeliveredQtyInOrderQtyUnit: toSapQuantity(here) }
  })
  return { ...item, to_ScheduleLine: { results } }
}
