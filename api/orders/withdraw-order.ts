import type { Knex } from 'knex'
import type { Author } from '../derive/write.ts'
import { now } from '../platform/clock.ts'
import { cancelMessages } from '../sap/standing.ts'
import { moveOrder, type Order } from './move-order.ts'
import { closeTasks } from './route-order.ts'

/** Cancels an order before SAP has it: open tasks and its message to SAP go with it (§D.2, 18). */
export async function cancelOrder(trx: Knex, order: Order, remark: string | null, author: Author): Promise<Order> {
  await closeTasks(trx, order.id, author)
  await cancelMessages(trx, 'ORDER', order.id)
  await trx('order_line').where({ orderId: order.id, lineStatus: 'OPEN' }).update({ lineStatus: 'CANCELLED' })
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
  await trx('order_line')
    .where({ orderId: order.id, lineStatus: 'OPEN' })
    .update({ lineStatus: 'DELETED', deletedAt: now(), deletedById: author.id })
  const changes = { currentTaskId: null, deletedAt: now(), deletedById: author.id }
  return moveOrder(trx, order, { step: 'delete', status: 'DELETED', remark, changes }, author)
}
