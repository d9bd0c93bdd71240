import type { Knex } from 'knex'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { countsInTotals } from '../../resources/orders/totals.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, updateEach } from '../derive/save/write.ts'
import { billedQuantities } from './billed-quantities.ts'
import { moveOrder, readOrder } from './move-order.ts'

/** Statuses of invoices whose goods have left. */
const DEPARTED = ['ON_LR', 'COLLECTED', 'DELIVERED']

/**
 * Counts the dispatched quantity of each line from its invoices after goods have left, and moves the order to
 * PARTIALLY_DISPATCHED or DISPATCHED. `remark` names the reason, such as the LR.
 */
export async function dispatchOrder(trx: Knex, orderId: number, remark: string, author: Author): Promise<void> {
  const lines = await countDispatched(trx, orderId, author)
  const before = await readOrder(trx, orderId)
  if (before.status !== 'CONFIRMED' && before.status !== 'PARTIALLY_DISPATCHED') return
  if (lines.every(({ dispatchedQty }) => dispatchedQty === 0)) return
  const whole = lines.every(({ lineStatus }) => lineStatus === 'DISPATCHED')
  await moveOrder(
    trx,
    before,
    { step: 'dispatch', status: whole ? 'DISPATCHED' : 'PARTIALLY_DISPATCHED', remark },
    author,
  )
}

/** Counts the dispatched quantities again after an LR was cancelled and its goods came back to the site. */
export async function recallOrder(trx: Knex, orderId: number, remark: string, author: Author): Promise<void> {
  const lines = await countDispatched(trx, orderId, author)
  const before = await readOrder(trx, orderId)
  if (before.status !== 'PARTIALLY_DISPATCHED' && before.status !== 'DISPATCHED') return
  const isPartial = lines.some(({ dispatchedQty }) => dispatchedQty > 0)
  await moveOrder(
    trx,
    before,
    { step: 'recall', status: isPartial ? 'PARTIALLY_DISPATCHED' : 'CONFIRMED', remark },
    author,
  )
}

/** Moves an order from DISPATCHED to DELIVERED once none of its invoices is still in transit. */
export async function deliverOrder(trx: Knex, orderId: number, remark: string, author: Author): Promise<void> {
  const before = await readOrder(trx, orderId)
  if (before.status !== 'DISPATCHED') return
  const underway = await trx('invoice')
    .where({ orderId, isCancelled: 0, invoiceType: 'INVOICE' })
    .whereNotIn('dispatchStatus', ['DELIVERED', 'COLLECTED'])
    .first('id')
  if (!underway) await moveOrder(trx, before, { step: 'deliver', status: 'DELIVERED', remark }, author)
}

/** Counts the dispatched quantity of every line that counts in the totals. Returns these lines as updated. */
async function countDispatched(trx: Knex, orderId: number, author: Author): Promise<OrderLine[]> {
  const dispatched = await billedQuantities(trx, rows =>
    rows.where('order_line.orderId', orderId).whereIn('invoice.dispatchStatus', DEPARTED),
  )
  const lines = (await rowsOf(trx, orderLine, rows => rows.where('orderId', orderId))).filter(countsInTotals)
  const counted = lines.map(before => ({ before, asked: dispatchState(before, dispatched.get(before.id) ?? 0) }))
  const changed = counted.filter(
    ({ before, asked }) => asked.dispatchedQty !== before.dispatchedQty || asked.lineStatus !== before.lineStatus,
  )
  await updateEach(trx, orderLine, changed, author)
  return counted.map(({ before, asked }) => ({ ...before, ...asked }))
}

function dispatchState(
  { qty, cancelledQty }: OrderLine,
  dispatchedQty: number,
): Pick<OrderLine, 'dispatchedQty' | 'lineStatus'> {
  if (dispatchedQty >= qty - cancelledQty) return { dispatchedQty, lineStatus: 'DISPATCHED' }
  return { dispatchedQty, lineStatus: dispatchedQty > 0 ? 'PARTIALLY_DISPATCHED' : 'OPEN' }
}
