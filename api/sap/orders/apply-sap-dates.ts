import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { type ConfirmedDelivery, confirmedDeliveries } from '../../../resources/orders/sap/confirmed.ts'
import { type ScheduleLine, scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { changesIn, updateRow } from '../../derive/save/write.ts'
import { isUnderWay } from '../../orders/cancel/record-cancellation.ts'
import { mailNewDates, type NewDate } from '../../orders/mail/mail-new-dates.ts'
import { moveOrder, placeOf, readOrder } from '../../orders/move-order.ts'
import { promiseDatesOf } from '../../orders/quote/promise-date.ts'
import { announcedDay } from '../../orders/sap/announced-day.ts'
import type { LineInSap } from './pair-items.ts'

/** A delivery for which SAP confirms another date. */
type DeliveryShift = NewDate & { lineNo: number }

/**
 * Updates the deliveries of lines with the dates, quantities and deliveries that SAP confirms. A newly confirmed date
 * replaces one that a person entered; the first one is kept beside it. Returns the shifts, and whether anything changed.
 */
export async function applySapDates(trx: Knex, before: Order, pairs: readonly LineInSap[], author: Author) {
  const rows = await rowsOf(trx, scheduleLine, query => query.where('orderId', before.id).orderBy('scheduleNo'))
  const promised = await promiseDatesOf(trx, before)
  const shifts: DeliveryShift[] = []
  let changed = false
  for (const { line, item } of pairs) {
    const open = item?.rejectionCode === null && line.lineStatus !== 'CANCELLED'
    const own = withRest(
      rows.filter(({ orderLineId }) => orderLineId === line.id),
      line.qty,
    )
    const confirmed = confirmedDeliveries(
      own,
      open ? item.confirmations : [],
      item?.deliveredQty ?? line.dispatchedQty,
    ).map((one, index) => withKnownDay(one, own[index]!))
    for (const [index, delivery] of own.entries()) {
      const saved = rows.find(({ id }) => id === delivery.id)!
      const shift = shiftOf(saved, confirmed[index]!, promised(line.plantId))
      const scheduled = { qty: delivery.qty, ...confirmed[index]!, ...(shift && { expectedDeliveryDate: null }) }
      const news = changesIn(saved, scheduled)
      const firstConfirmedDate = saved.firstConfirmedDate ?? scheduled.confirmedDate
      const changes = changesIn(saved, { ...scheduled, firstConfirmedDate })
      if (Object.keys(changes).length === 0) continue
      if (Object.keys(news).length > 0) changed = true
      await updateRow(trx, scheduleLine, saved, changes, author)
      if (shift) shifts.push({ orderLineId: line.id, lineNo: line.lineNo, ...shift })
    }
    const confirmedQty = sum(confirmed.map(one => one.confirmedQty))
    if (confirmedQty === line.confirmedQty) continue
    changed = true
    await updateRow(trx, orderLine, line, { confirmedQty }, author)
  }
  return { changed, shifts }
}

/** What SAP confirms for a day that it does not name stays confirmed for the day that is known. */
const withKnownDay = (confirmed: ConfirmedDelivery, { confirmedDate }: ScheduleLine): ConfirmedDelivery =>
  confirmed.confirmedQty > 0 && confirmed.confirmedDate === null ? { ...confirmed, confirmedDate } : confirmed

/** Adds quantity that SAP added to the line to its last delivery. */
function withRest(own: readonly ScheduleLine[], qty: number): ScheduleLine[] {
  const rest = qty - sum(own.map(delivery => delivery.qty))
  return own.map((delivery, index) =>
    index === own.length - 1 && rest > 0 ? { ...delivery, qty: delivery.qty + rest } : delivery,
  )
}

/** The old and new date of a delivery; null where SAP confirms no new date or all is delivered. */
function shiftOf(saved: ScheduleLine, { confirmedDate, deliveredQty }: ConfirmedDelivery, promised: string | null) {
  if (confirmedDate === null || confirmedDate === saved.confirmedDate || deliveredQty >= saved.qty) return null
  return { oldDate: announcedDay(saved, promised), newDate: confirmedDate }
}

/**
 * Writes shifts to the history, old and new, and mails those that matter to the customer, while something is to be
 * delivered.
 */
export async function announceShifts(
  trx: Knex,
  orderId: number,
  shifts: readonly DeliveryShift[],
  author: Author,
): Promise<void> {
  const news = shifts.filter(({ oldDate, newDate }) => oldDate !== newDate)
  const order = await readOrder(trx, orderId)
  if (news.length === 0 || !isUnderWay(order)) return
  const remark = news.map(one => `Line ${one.lineNo}: ${dayText(one.newDate)} instead of ${dayText(one.oldDate)}`)
  await moveOrder(trx, order, { step: 'sapDated', ...placeOf(order), remark: remark.join('. ').slice(0, 500) }, author)
  await mailNewDates(trx, news)
}
