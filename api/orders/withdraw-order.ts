import type { Knex } from 'knex'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, updateRow } from '../derive/write.ts'
import { now } from '../platform/clock.ts'
import { cancelMessages } from '../sap/standing.ts'
import { moveOrder, type Order } from './move-order.ts'
import { closeTasks } from './route-order.ts'

/** Cancels an order before SAP has it: open tasks and its message to SAP go with it (§D.2, 18). */
export async function cancelOrder(trx: Knex, order: Order, remark: string | null, author: Author): Promise<Order> {
  await closeTasks(trx, order.id, author)
  await cancelMessages(trx, 'ORDER', order.id)
  await withdrawLines(trx, order.id, { lineStatus: 'CANCELLED' }, author)
  return moveOrder(
    trx,
    order,
    { step: 'cancel', status: 'CANCELLED', remark, changes: { currentTaskId: null } },
    author,
  )
}

/** Deletes an order softly; it stays readable and can be copied (§D.2, 20). */
export async function deleteOrder(trx: Knex, order: Order, remark: string | null, author: Author): Promise<Order> {
  await closeTasks(trx, order.id, author)
  const deleted = { deletedAt: now(), deletedById: author.id }
  await withdrawLines(trx, order.id, { lineStatus: 'DELETED', ...deleted }, author)
  const changes = { currentTaskId: null, ...deleted }
  return moveOrder(trx, order, { step: 'delete', status: 'DELETED', remark, changes }, author)
}

async function withdrawLines(trx: Knex, orderId: number, changes: Partial<OrderLine>, author: Author) {
  const open = await rowsOf(trx, orderLine, rows => rows.where({ orderId, lineStatus: 'OPEN' }))
  for (const line of open) await updateRow(trx, orderLine, line, changes, author)
}
