import type { Knex } from 'knex'
import { dayText } from '../../../resources/define/show.ts'
import { type ScheduleLine, scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'
import { isUnderWay } from '../../orders/cancel/record-cancellation.ts'
import { moveOrder, placeOf, readOrder } from '../../orders/move-order.ts'
import { isDateOnItsWay } from '../../outbox/messages-of-order.ts'
import type { SalesOrderStatus } from '../documents/sales-order-status.ts'
import type { LineInSap } from './pair-items.ts'

/** A delivery that is asked for on another day. */
interface NewDay {
  before: ScheduleLine
  lineNo: number
  day: string
}

/**
 * Updates the requested days of an order and its deliveries where somebody changed them in SAP, and writes old and new to
 * the history. Nothing while a day that was changed here is on its way to SAP. Returns whether any changed.
 */
export async function applyRequestedDays(
  trx: Knex,
  orderId: number,
  { requestedDay }: SalesOrderStatus,
  pairs: readonly LineInSap[],
  author: Author,
): Promise<boolean> {
  const order = await readOrder(trx, orderId)
  if (!isUnderWay(order) || (await isDateOnItsWay(trx, orderId))) return false
  const days = await newDays(trx, orderId, pairs)
  const isMoved = requestedDay != null && requestedDay !== order.requestedDeliveryDate
  if (!isMoved && days.length === 0) return false
  await updateEach(
    trx,
    scheduleLine,
    days.map(({ before, day }) => ({ before, asked: { requestedDate: day } })),
    author,
  )
  const sentences = [
    ...(isMoved ? [`${dayText(requestedDay)} instead of ${dayText(order.requestedDeliveryDate)}`] : []),
    ...days.map(
      ({ lineNo, before, day }) => `Line ${lineNo}: ${dayText(day)} instead of ${dayText(before.requestedDate)}`,
    ),
  ]
  const changes = isMoved ? { requestedDeliveryDate: requestedDay } : {}
  const remark = sentences.join('. ').slice(0, 500)
  await moveOrder(trx, order, { step: 'dateChanged', ...placeOf(order), remark, changes }, author)
  return true
}

/** SAP's days belong to our deliveries in their order; where it has cut a line otherwise than we, ours stay. */
async function newDays(trx: Knex, orderId: number, pairs: readonly LineInSap[]): Promise<NewDay[]> {
  const rows = await rowsOf(trx, scheduleLine, found => found.where({ orderId }).orderBy('requestedDate').orderBy('id'))
  return pairs.flatMap(({ line, item }) => {
    const own = rows.filter(({ orderLineId }) => orderLineId === line.id)
    const asked = item?.requestedDays
    if (!asked || item.rejectionCode !== null || asked.length !== own.length) return []
    return own.flatMap((before, index): NewDay[] => {
      const day = asked[index]!
      const hasLeft = before.deliveredQty >= before.qty
      return day === before.requestedDate || hasLeft ? [] : [{ before, lineNo: line.lineNo, day }]
    })
  })
}
