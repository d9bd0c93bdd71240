import type { Knex } from 'knex'
import { afterCancelling, cancelTexts } from '../../../resources/orders/cancel/cancellable.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'
import { deliverOrder } from '../dispatch-order.ts'
import { moveOrder, type OrderPlace, placeOf, readOrder } from '../move-order.ts'
import { recalculateTotals } from '../recalculate-totals.ts'
import { reserve } from '../reserve.ts'
import type { LineCancelMessage } from './cancel-open.ts'

/** What SAP has cancelled of a line; the quantity in thousandths. */
interface CancelledPart {
  lineId: number
  cancelQty: number
}

/**
 * Records that SAP has cancelled quantities of lines of an order: the lines, the totals and the reservations change, and
 * the order becomes CANCELLED or DISPATCHED where nothing else is left.
 */
export async function recordCancellations(
  trx: Knex,
  orderId: number,
  parts: readonly CancelledPart[],
  author: Author,
): Promise<void> {
  const lines = await rowsOf(trx, orderLine, rows => rows.where({ orderId }))
  const cancelled = parts.map(({ lineId, cancelQty }) => ({
    before: lines.find(({ id }) => id === lineId)!,
    cancelQty,
  }))
  await updateEach(
    trx,
    orderLine,
    cancelled.map(({ before, cancelQty }) => ({ before, asked: afterCancelling(before, cancelQty) })),
    author,
  )
  const { order, left } = await recalculateTotals(trx, await readOrder(trx, orderId), author)
  const remark = cancelTexts(cancelled.map(({ before, cancelQty }) => ({ ...before, qty: cancelQty })))
  if (isUnderWay(order)) {
    await moveOrder(trx, order, { step: 'openCancelled', ...placeByLines(order, left), remark }, author)
    await deliverOrder(trx, orderId, 'What was not delivered is cancelled', author)
  }
  await reserve(trx, await readOrder(trx, orderId))
}

/** Records in the history why SAP refused to cancel a line; nothing else changes. */
export async function recordRefusedCancellation(
  trx: Knex,
  lineId: number,
  { orderId }: LineCancelMessage,
  errorText: string,
  author: Author,
): Promise<void> {
  const order = await readOrder(trx, orderId)
  if (!isUnderWay(order)) return
  const { lineNo } = await trx('order_line').where({ id: lineId }).first('lineNo')
  const remark = `Line ${lineNo}: ${errorText}`.slice(0, 500)
  await moveOrder(trx, order, { step: 'openKept', ...placeOf(order), remark }, author)
}

/** Whether SAP has the order and not all of it is dispatched. */
export const isUnderWay = ({ status }: Order) => status === 'CONFIRMED' || status === 'PARTIALLY_DISPATCHED'

/** Where an order is by the lines that are left of it. */
export function placeByLines(order: Order, left: readonly OrderLine[]): OrderPlace {
  if (left.length === 0) return { status: 'CANCELLED' }
  return left.every(({ lineStatus }) => lineStatus === 'DISPATCHED') ? { status: 'DISPATCHED' } : placeOf(order)
}
