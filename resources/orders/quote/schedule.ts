import { sum } from '../../define/amounts.ts'
import { dayText, quantityText } from '../../define/show.ts'
import type { ScheduleLine } from '../schedule-line.ts'

/** One delivery that was entered for an order line; quantity in thousandths. */
export type EnteredDelivery = Pick<ScheduleLine, 'scheduleNo' | 'requestedDate' | 'qty'>

/** The most deliveries of a line. */
export const MOST_DELIVERIES = 12

/** The deliveries of a line: as entered, else the whole quantity on the order's requested day. */
export const scheduleOf = (
  qty: number,
  requestedDate: string,
  entered: readonly EnteredDelivery[],
): readonly EnteredDelivery[] => (entered.length > 0 ? entered : [{ scheduleNo: 1, requestedDate, qty }])

/** The day of the last delivery of a line. */
export const lastDay = (requestedDate: string, entered: readonly EnteredDelivery[]) =>
  scheduleOf(0, requestedDate, entered).reduce((last, { requestedDate: day }) => (day > last ? day : last), '')

/**
 * The faults of the deliveries a person entered for a line; `field` below the line, such as
 * `schedules[1].requestedDate`. `days` are the first and last day on which anything may be delivered.
 */
export function scheduleFindings(
  qty: number,
  entered: readonly EnteredDelivery[],
  days: { first: string; last: string },
) {
  const findings: { code: string; field: string; message: string }[] = []
  const add = (code: string, field: string, message: string) => findings.push({ code, field, message })
  if (entered.length === 0) return findings
  if (entered.length > MOST_DELIVERIES)
    add('SCHEDULE_COUNT', 'schedules', `has ${entered.length} deliveries: keep at most ${MOST_DELIVERIES}`)
  entered.forEach((delivery, index) => {
    const at = `schedules[${index}]`
    const before = entered[index - 1]
    const { requestedDate: day } = delivery
    if (delivery.qty <= 0) add('SCHEDULE_QTY', `${at}.qty`, `delivery ${index + 1} needs a quantity above 0`)
    if (before && day <= before.requestedDate) {
      const message = `delivery ${index + 1} must come after ${dayText(before.requestedDate)}, the day of the one before`
      add('SCHEDULE_DATES', `${at}.requestedDate`, message)
    }
    if (day < days.first || day > days.last) {
      const message = `delivery ${index + 1} must be on a day from ${dayText(days.first)} to ${dayText(days.last)}`
      add('SCHEDULE_DATES', `${at}.requestedDate`, message)
    }
  })
  const total = sum(entered.map(delivery => delivery.qty))
  if (total !== qty) {
    const message = `deliveries come to ${quantityText(total)}: make them add up to the quantity of ${quantityText(qty)}`
    add('SCHEDULE_QTY', 'schedules', message)
  }
  return findings
}
