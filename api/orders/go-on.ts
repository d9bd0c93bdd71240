import type { Knex } from 'knex'
import type { Author } from '../derive/write.ts'
import { orderMessage } from '../sap/order-message.ts'
import { enqueue } from '../sap/outbox.ts'
import { loadFacts } from './facts.ts'
import { moveOrder, type Order } from './move-order.ts'
import { inputOfOrder } from './order-as-input.ts'
import { faultsOfAll, quote } from './quote.ts'
import { openTask, routeOfOrder } from './route-order.ts'

/**
 * Sends an order on from where it stands: to the next approval, through to SAP, or into error when nobody may approve
 * (§D.3). Runs after submit and after every decision, in their transaction.
 */
export async function goOn(
  trx: Knex,
  order: Order,
  step: 'submit' | 'resubmit' | 'approve',
  remark: string | null,
  author: Author,
): Promise<Order> {
  const route = await routeOfOrder(trx, order)
  if (route.status === 'IN_ERROR') {
    const changes = { errorCode: route.errorCode, errorText: route.errorText, currentTaskId: null }
    return moveOrder(trx, order, { step, status: 'IN_ERROR', remark, changes }, author)
  }
  if (route.status === 'APPROVED') {
    const approved = await moveOrder(
      trx,
      order,
      { step, status: 'APPROVED', remark, changes: { currentTaskId: null } },
      author,
    )
    return release(trx, approved, author)
  }
  const task =
    route.task.openTaskId === null
      ? await openTask(trx, order, route.task, route.routeTrace, author)
      : { id: route.task.openTaskId }
  if (!task) {
    const errorText = 'The person who should approve this order has no login: have one created, then resubmit'
    const changes = { errorCode: 'APPROVER_NOT_FOUND', errorText, currentTaskId: null }
    return moveOrder(trx, order, { step, status: 'IN_ERROR', remark, changes }, author)
  }
  const move = {
    step,
    status: 'PENDING',
    pendingStep: route.pendingStep,
    remark,
    changes: { currentTaskId: task.id },
  } as const
  return moveOrder(trx, order, move, author)
}

/** The release check (§D.2, 10): the rules of submit once more, for masters may have changed; then the message to SAP. */
async function release(trx: Knex, order: Order, author: Author): Promise<Order> {
  const input = await inputOfOrder(trx, order)
  const facts = await loadFacts(trx, input, order.orderDate, order.id)
  const [fault] = faultsOfAll(facts, input, quote(facts, input), order.placedForCustomer)
  if (fault) {
    const changes = { errorCode: fault.code, errorText: fault.message }
    return moveOrder(trx, order, { step: 'release', status: 'IN_ERROR', changes }, author)
  }
  const released = await moveOrder(trx, order, { step: 'release', status: 'APPROVED' }, author)
  await enqueue(trx, {
    messageType: 'ORDER_CREATE',
    ownerType: 'ORDER',
    ownerId: released.id,
    idempotencyKey: `ORDER_CREATE-${released.orderNo}-${released.rowVersion}`,
    payload: await orderMessage(trx, released.id),
  })
  return released
}
