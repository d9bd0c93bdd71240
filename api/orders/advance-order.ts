import type { Knex } from 'knex'
import type { Finding } from '../../resources/orders/quote/check-facts.ts'
import { checkTrace } from '../../resources/orders/quote/check-trace.ts'
import type { Author } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { orderMessage } from '../sap/order-message.ts'
import { enqueue } from '../sap/outbox.ts'
import { askNext, closeTasks } from './approvals/approval-tasks.ts'
import { takeTurn } from './approvals/lock-payer-credit.ts'
import { routeOfOrder } from './approvals/route-order.ts'
import { moveOrder, type Order } from './move-order.ts'
import { inputOfOrder } from './order-as-input.ts'
import { loadFacts } from './quote/order-facts.ts'
import { findingsOfAll } from './quote/order-findings.ts'
import { quote } from './quote/quote.ts'
import { reserve } from './reserve.ts'

/** The steps after which an order is routed anew. */
type GoingOn = 'submit' | 'resubmit' | 'approve' | 'accept' | 'changeLine' | 'deleteLines'

/**
 * Sends an order on from where it stands: to the next approval, through to SAP, or into error when nobody may approve
 * (§D.3). Runs after submit, after every decision and after an approver's change, in their transaction; `step` is what
 * was done.
 */
export async function goOn(
  trx: Knex,
  order: Order,
  step: GoingOn,
  remark: string | null,
  author: Author,
  reasonCodeId: number | null = null,
): Promise<Order> {
  // What is left of contracts is asked by the route, with this order's own part taken.
  await reserve(trx, order, 'PENDING')
  await takeTurn(trx, order.payerId)
  const route = await routeOfOrder(trx, order)
  const { exposure, excess } = route.credit
  const said = { step, remark, reasonCodeId }
  const figures = { creditExposure: exposure, creditExcess: Math.max(0, excess) }
  if (route.status === 'PENDING') {
    const currentTaskId = await askNext(trx, order, route.task, route, author)
    const { pendingStep } = route
    const changes = { ...figures, currentTaskId }
    return moveOrder(trx, order, { ...said, status: 'PENDING', pendingStep, changes }, author)
  }
  await closeTasks(trx, order.id, author)
  const closed = { ...figures, currentTaskId: null }
  if (route.status === 'IN_ERROR') {
    const { errorCode, errorText, routeTrace: errorTrace } = route
    const changes = { ...closed, errorCode, errorText, errorTrace }
    return moveOrder(trx, order, { ...said, status: 'IN_ERROR', changes }, author)
  }
  const approved = await moveOrder(trx, order, { ...said, status: 'APPROVED', changes: closed }, author)
  // What was submitted in this very transaction was checked in it.
  return step === 'submit' || step === 'resubmit' ? send(trx, approved, author) : release(trx, approved, author)
}

/** The release check (§D.2, 10): the rules of submit once more, for masters may have changed since. */
async function release(trx: Knex, order: Order, author: Author): Promise<Order> {
  const input = await inputOfOrder(trx, order)
  // Its prices are those of its day; whether its customer may buy and its goods can be had is asked as of today.
  const facts = await loadFacts(trx, input, order.orderDate, order.id, today())
  const found = findingsOfAll(facts, input, quote(facts, input), order.placedForCustomer)
  found.push(...(await closedPlants(trx, order.id)))
  const fault = found.find(({ warns }) => !warns)
  if (fault) {
    const changes = { errorCode: fault.code, errorText: fault.message, errorTrace: checkTrace(facts.day, found) }
    return moveOrder(trx, order, { step: 'release', status: 'IN_ERROR', changes }, author)
  }
  return send(trx, order, author)
}

/** Lets an order go: its release in its history, and the message to SAP. */
async function send(trx: Knex, order: Order, author: Author): Promise<Order> {
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

/** A line stays with the plant it was given; where that has closed since, nothing can come from it (V12). */
async function closedPlants(trx: Knex, orderId: number): Promise<Finding[]> {
  const closed: { lineNo: number; code: string }[] = await trx('order_line')
    .join('plant', 'plant.id', 'order_line.plantId')
    .where({ orderId, 'order_line.lineStatus': 'OPEN', 'plant.isActive': 0 })
    .orderBy('lineNo')
    .select('order_line.lineNo', 'plant.code')
  return closed.map(({ lineNo, code }) => ({
    rule: 'V12',
    code: 'NO_SOURCE',
    field: `lines[${lineNo / 10 - 1}].plantId`,
    message: `Line ${lineNo}: plant ${code} is no longer active. Correct the order, so that it is supplied from another`,
  }))
}
