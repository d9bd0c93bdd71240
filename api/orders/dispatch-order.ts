import type { Knex } from 'knex'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { countsInTotals } from '../../resources/orders/totals.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateEach } from '../derive/save/write.ts'
import { goodsOfLines } from './goods-of-lines.ts'
import { moveOrder, readOrder } from './move-order.ts'

/**
 * Counts the dispatched quantity of each line from its goods after some have left, and moves the order to
 * PARTIALLY_DISPATCHED or DISPATCHED. `remark` names the reason, such as the LR.
 */
export async function dispatchOrder(trx: Knex, orderId: number, remark: string, author: Author): Promise<void> {
  const lines = await countDispatched(trx, orderId, author)
  const before = await readOrder(trx, orderId)
  if (before.status !== 'CONFIRMED' && before.status !== 'PARTIALLY_DISPATCHED') return
  if (lines.every(({ dispatchedQty }) => dispatchedQty === 0)) return
  const isComplete = lines.every(({ lineStatus }) => lineStatus === 'DISPATCHED')
  await moveOrder(
    trx,
    before,
    { step: 'dispatch', status: isComplete ? 'DISPATCHED' : 'PARTIALLY_DISPATCHED', remark },
    author,
  )
}

/** Moves an order from DISPATCHED to DELIVERED once none of its goods is still awaited. */
export async function deliverOrder(trx: Knex, orderId: number, remark: string, author: Author): Promise<void> {
  const before = await readOrder(trx, orderId)
  if (before.status !== 'DISPATCHED') return
  if (!(await isUnderway(trx, orderId)))
    await moveOrder(trx, before, { step: 'deliver', status: 'DELIVERED', remark }, author)
}

/** Whether something of a line that is wanted has neither arrived nor was short, lost or settled. */
async function isUnderway(trx: Knex, orderId: number): Promise<boolean> {
  const lines = await countingLines(trx, orderId)
  const goods = await goodsOfLines(
    trx,
    lines.map(({ id }) => id),
  )
  return lines.some(({ id, qty, cancelledQty }) => (goods.get(id)?.done ?? 0) < qty - cancelledQty)
}

const countingLines = async (trx: Knex, orderId: number): Promise<OrderLine[]> =>
  (await rowsOf(trx, orderLine, rows => rows.where('orderId', orderId))).filter(countsInTotals)

/** The statuses that an order has while its goods are under way or arrived. */
const withGoods = ['CONFIRMED', 'PARTIALLY_DISPATCHED', 'DISPATCHED', 'DELIVERED'] as const
type WithGoods = (typeof withGoods)[number]

/**
 * Brings an order where its goods are, after any of them went on, came back, or were not delivered after all. `remark`
 * names the reason, such as the LR.
 */
export async function followGoods(trx: Knex, orderId: number, remark: string, author: Author): Promise<void> {
  const earlier = await dispatchedQty(trx, orderId)
  const lines = await countDispatched(trx, orderId, author)
  const before = await readOrder(trx, orderId)
  if (!(withGoods as readonly string[]).includes(before.status)) return
  const status = await placeOfGoods(trx, orderId, lines)
  const more = (await dispatchedQty(trx, orderId)) - earlier
  if (status === before.status && (more === 0 || status !== 'PARTIALLY_DISPATCHED')) return
  if (before.status === 'DELIVERED') {
    await moveOrder(trx, before, { step: 'undeliver', status: status as 'DISPATCHED', remark }, author)
    return
  }
  const left = status === 'DELIVERED' ? 'DISPATCHED' : status
  if (left !== before.status || more !== 0) {
    const step = rank(left) > rank(before.status) || more > 0 ? 'dispatch' : 'recall'
    await moveOrder(trx, before, { step, status: left as 'DISPATCHED', remark }, author)
  }
  if (status === 'DELIVERED') await deliverOrder(trx, orderId, remark, author)
}

const rank = (status: string) => (withGoods as readonly string[]).indexOf(status)

async function dispatchedQty(trx: Knex, orderId: number): Promise<number> {
  const [all] = (await trx('order_line').where({ orderId }).sum({ qty: 'dispatchedQty' })) as [{ qty: number | null }]
  return Number(all.qty ?? 0)
}

async function placeOfGoods(trx: Knex, orderId: number, lines: readonly OrderLine[]): Promise<WithGoods> {
  if (lines.every(line => line.dispatchedQty === 0)) return 'CONFIRMED'
  if (lines.some(({ lineStatus }) => lineStatus !== 'DISPATCHED')) return 'PARTIALLY_DISPATCHED'
  return (await isUnderway(trx, orderId)) ? 'DISPATCHED' : 'DELIVERED'
}

/** Counts the dispatched quantity of every line that counts in the totals. Returns these lines as updated. */
async function countDispatched(trx: Knex, orderId: number, author: Author): Promise<OrderLine[]> {
  const lines = await countingLines(trx, orderId)
  const goods = await goodsOfLines(
    trx,
    lines.map(({ id }) => id),
  )
  const counted = lines.map(before => ({ before, asked: dispatchState(before, goods.get(before.id)?.left ?? 0) }))
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
