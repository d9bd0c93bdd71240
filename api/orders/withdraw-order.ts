import type { Knex } from 'knex'
import type { Order } from '../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRows } from '../derive/save/write.ts'
import { cancelMessages } from '../outbox/messages-of-order.ts'
import { now } from '../platform/clock.ts'
import { cancelOpenTasks } from './approvals/approval-tasks.ts'
import type { StepCommand } from './approvals/decide.ts'
import { moveOrder } from './move-order.ts'

/** The reason for which somebody withdraws an order. */
type WithdrawalInput = Pick<StepCommand, 'remark' | 'author'> & Partial<Pick<StepCommand, 'reasonCodeId'>>

/** Cancels an order that SAP does not have yet, with its open tasks and its message to SAP. */
export async function cancelOrder(
  trx: Knex,
  order: Order,
  { remark, reasonCodeId = null, author }: WithdrawalInput,
  step: 'cancel' | 'cancelStuck' = 'cancel',
): Promise<Order> {
  await cancelOpenTasks(trx, order.id, author)
  await cancelMessages(trx, order.id)
  await withdrawLines(trx, order.id, { lineStatus: 'CANCELLED' }, author)
  const changes = { currentTaskId: null, cancelReasonId: reasonCodeId }
  return moveOrder(trx, order, { step, status: 'CANCELLED', remark, reasonCodeId, changes }, author)
}

/** Marks an order as deleted; it stays readable and can be copied. */
export async function deleteOrder(
  trx: Knex,
  order: Order,
  { remark, reasonCodeId = null, author }: WithdrawalInput,
): Promise<Order> {
  await cancelOpenTasks(trx, order.id, author)
  const deleted = { deletedAt: now(), deletedById: author.id }
  await withdrawLines(trx, order.id, { lineStatus: 'DELETED', ...deleted }, author)
  const changes = { currentTaskId: null, deleteReasonId: reasonCodeId, ...deleted }
  return moveOrder(trx, order, { step: 'delete', status: 'DELETED', remark, reasonCodeId, changes }, author)
}

/** Applies the changes to all open lines of an order. */
export async function withdrawLines(trx: Knex, orderId: number, changes: Partial<OrderLine>, author: Author) {
  const openLines = await rowsOf(trx, orderLine, rows => rows.where({ orderId, lineStatus: 'OPEN' }))
  await updateRows(trx, orderLine, openLines, changes, author)
}
