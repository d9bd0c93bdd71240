import { addDays } from '../../../resources/define/dates.ts'
import { dayOfSap, quantityOf, quantityText, results, sapDate } from '../odata.ts'
import type { Row } from './store.ts'

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
export function confirmedItem(item: Row, deliveryDate: unknown, stock: Availability = {}): Row {
  const whole = quantityOf(item.RequestedQuantity)
  const requested = results(item.to_ScheduleLine).filter(row => quantityOf(row.ScheduleLineOrderQuantity) > 0)
  const lines =
    requested.length > 0
      ? requested
      : [{ RequestedDeliveryDate: deliveryDate, ScheduleLineOrderQuantity: item.RequestedQuantity }]
  let left = item.SalesDocumentRjcnReason ? 0 : Math.min(whole, stock.confirmedQuantity ?? whole)
  const checked = lines.flatMap(line => {
    const qty = Math.min(left, quantityOf(line.ScheduleLineOrderQuantity))
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
const extra = (line: Row, qty: number, day: string) =>
  scheduled({ ...line, ScheduleLineOrderQuantity: quantityText(0) }, qty, day)

const scheduled = (
  { RequestedDeliveryDate, ScheduleLineOrderQuantity }: Row,
  qty: number,
  day: string | null,
): Row => ({
  RequestedDeliveryDate,
  ScheduleLineOrderQuantity,
  ConfirmedDeliveryDate: day && sapDate(day),
  ConfdOrderQtyByMatlAvailCheck: quantityText(qty),
  DeliveredQtyInOrderQtyUnit: quantityText(0),
})

/** Everything that was confirmed has been delivered. */
export const deliveredItem = (item: Row): Row => ({
  ...item,
  to_ScheduleLine: {
    results: results(item.to_ScheduleLine).map(row => ({
      ...row,
      DeliveredQtyInOrderQtyUnit: row.ConfdOrderQtyByMatlAvailCheck,
    })),
  },
})
