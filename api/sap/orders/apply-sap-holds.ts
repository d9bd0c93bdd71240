import type { Knex } from 'knex'
import { type Order, order as orders } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { itemNo } from '../../../resources/sap/codes.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { changesIn, updateRow } from '../../derive/save/write.ts'
import { keepHolds } from '../../orders/holds/keep-holds.ts'
import { readOrder } from '../../orders/move-order.ts'
import type { SalesOrderStatus } from '../documents/sales-order-status.ts'

/** Keeps what holds an order in SAP, and how far SAP has come with it. Returns whether anything changed. */
export async function applySapHolds(
  trx: Knex,
  orderId: number,
  { blocks, progress }: SalesOrderStatus,
  author: Author,
): Promise<boolean> {
  const order = await readOrder(trx, orderId)
  const moved = progress !== undefined && (await keepProgress(trx, order, progress, author))
  if (!blocks) return moved
  const lines = await rowsOf(trx, orderLine, rows => rows.where({ orderId }))
  const lineIds = new Map(lines.map(({ id, lineNo, sapItemNo }) => [sapItemNo ?? itemNo(lineNo), id]))
  const holds = blocks.open.flatMap(({ kind, code, sapItemNo, day }) => {
    // Parts of a kit and free items are SAP's own: the order waits for them all the same.
    const orderLineId = sapItemNo === null ? null : (lineIds.get(sapItemNo) ?? null)
    return [{ kind, code, orderLineId, day }]
  })
  return (await keepHolds(trx, order, { tells: blocks.tells, holds }, author)) || moved
}

const delivered: Readonly<Record<string, NonNullable<Order['deliveredInSap']>>> = { A: 'NOT', B: 'PARTLY', C: 'FULLY' }
const rejected: Readonly<Record<string, NonNullable<Order['rejectedInSap']>>> = { A: 'NONE', B: 'SOME', C: 'ALL' }

async function keepProgress(
  trx: Knex,
  order: Order,
  progress: NonNullable<SalesOrderStatus['progress']>,
  author: Author,
): Promise<boolean> {
  const asked = {
    deliveredInSap: delivered[progress.delivered ?? ''] ?? null,
    rejectedInSap: rejected[progress.rejected ?? ''] ?? null,
  }
  if (Object.keys(changesIn(order, asked)).length === 0) return false
  await updateRow(trx, orders, order, asked, author)
  return true
}
