import type { Knex } from 'knex'
import { type Order, order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { countsInTotals } from '../../../resources/orders/totals.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { keepHolds } from '../holds/keep-holds.ts'
import { moveOrder, readOrder } from '../move-order.ts'

/** SAP's number of an order, and of its items by our line numbers. */
interface SapNumbers {
  salesOrder: string
  items: readonly { lineNo: number; salesOrderItem: string }[]
}

/**
 * Moves an order from APPROVED to CONFIRMED with SAP's numbers and the confirmed quantities of its lines and
 * deliveries. An order that left APPROVED meanwhile keeps its status and only gets the number.
 */
export async function confirmOrder(
  trx: Knex,
  orderId: number,
  { salesOrder, items }: SapNumbers,
  author: Author,
  step: 'sapConfirmed' | 'markCreated' = 'sapConfirmed',
): Promise<Order> {
  const before = await readOrder(trx, orderId)
  const changes = {
    sapOrderNo: salesOrder,
    sapCreatedAt: now(),
    errorCode: null,
    errorText: null,
    buyerErrorText: null,
    errorTrace: null,
  }
  await confirmLines(trx, orderId, new Map(items.map(item => [item.lineNo, item.salesOrderItem])), author)
  if (before.status !== 'APPROVED') return saveNumbers(trx, before, changes, author)
  const remark = `SAP order ${salesOrder}`
  const confirmed = await moveOrder(trx, before, { step, status: 'CONFIRMED', remark, changes }, author)
  await keepHolds(trx, confirmed, null, author)
  return confirmed
}

async function saveNumbers(trx: Knex, before: Order, changes: Partial<Order>, author: Author) {
  if (before.sapOrderNo !== null) return before
  return updateRow(trx, order, before, changes, author)
}

async function confirmLines(trx: Knex, orderId: number, numbers: ReadonlyMap<number, string>, author: Author) {
  const lines = (await rowsOf(trx, orderLine, rows => rows.where('orderId', orderId))).filter(countsInTotals)
  for (const line of lines) {
    const sapItemNo = numbers.get(line.lineNo) ?? null
    const confirmed = { sapItemNo, confirmedQty: line.qty - line.cancelledQty }
    await updateRow(trx, orderLine, line, confirmed, author)
  }
  const ids = lines.map(({ id }) => id)
  for (const delivery of await rowsOf(trx, scheduleLine, rows => rows.whereIn('orderLineId', ids))) {
    const confirmed = { confirmedDate: delivery.requestedDate, confirmedQty: delivery.qty }
    await updateRow(trx, scheduleLine, delivery, confirmed, author)
  }
}
