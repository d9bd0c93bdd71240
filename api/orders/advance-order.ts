import type { Knex } from 'knex'
import type { Order } from '../../resources/orders/order.ts'
import type { Finding } from '../../resources/orders/quote/check-facts.ts'
import { checkTrace } from '../../resources/orders/quote/check-trace.ts'
import type { Author } from '../derive/save/author.ts'
import { enqueueForSap } from '../outbox/outbox.ts'
import { now, today } from '../platform/clock.ts'
import { cancelOpenTasks, openNextTask } from './approvals/approval-tasks.ts'
import { routeOfOrder } from './approvals/route-order.ts'
import { moveOrder } from './move-order.ts'
import { inputOfOrder } from './order-as-input.ts'
import { loadOrderFacts } from './quote/order-facts.ts'
import { findingsOfAll } from './quote/order-findings.ts'
import { quote } from './quote/quote.ts'
import { reserve } from './reserve.ts'
import { orderMessage } from './sap/order-message.ts'

/** The steps after which an order is routed anew. */
type RoutingStep = 'submit' | 'resubmit' | 'approve' | 'accept' | 'changeLine' | 'deleteLines' | 'block'

/**
 * Moves an order on after a submit, a decision or an approver's change: to its next approval, to SAP, or to IN_ERROR
 * when nobody can approve it. Runs in the transaction of that step; `step` is what was done.
 */
export async function advanceOrder(
  trx: Knex,
  order: Order,
  step: RoutingStep,
  remark: string | null,
  author: Author,
  reasonCodeId: number | null = null,
): Promise<Order> {
  // The route reads what is left of rate contracts, so the order's own reservation must be up to date.
  await reserve(trx, order, 'PENDING')
  for (const id of [...new Set([order.payerId, order.customerId])].sort((a, b) => a - b)) await takeTurn(trx, id)
  const route = await routeOfOrder(trx, order)
  const { exposure, excess } = route.credit
  const stepTaken = { step, remark, reasonCodeId }
  const figures = { creditExposure: exposure, creditExcess: Math.max(0, excess) }
  if (route.status === 'PENDING') {
    const currentTaskId = await openNextTask(trx, order, route.task, route, author)
    const { pendingStep } = route
    const changes = { ...figures, currentTaskId }
    return moveOrder(trx, order, { ...stepTaken, status: 'PENDING', pendingStep, changes }, author)
  }
  await cancelOpenTasks(trx, order.id, author)
  const closed = { ...figures, currentTaskId: null }
  if (route.status === 'IN_ERROR') {
    const { errorCode, errorText, routeTrace: errorTrace } = route
    const changes = { ...closed, errorCode, errorText, buyerErrorText: errorText, errorTrace }
    return moveOrder(trx, order, { ...stepTaken, status: 'IN_ERROR', changes }, author)
  }
  const approved = await moveOrder(trx, order, { ...stepTaken, status: 'APPROVED', changes: closed }, author)
  // A submit has checked the order in this transaction already.
  return step === 'submit' || step === 'resubmit' ? send(trx, approved, author) : release(trx, approved, author)
}

/** Checks the order by the rules of submit once more before its release, because masters may have changed since. */
async function release(trx: Knex, order: Order, author: Author): Promise<Order> {
  const input = await inputOfOrder(trx, order)
  // Prices are those of the order date; blocks and availability are those of today.
  const facts = await loadOrderFacts(trx, input, order.orderDate, order.id, today())
  const findings = findingsOfAll(facts, input, quote(facts, input), order.placedForCustomer)
  findings.push(...(await closedPlantFindings(trx, order.id)))
  const fault = findings.find(({ warns }) => !warns)
  if (fault) {
    const { code: errorCode, message: errorText } = fault
    const changes = { errorCode, errorText, buyerErrorText: errorText, errorTrace: checkTrace(facts.day, findings) }
    return moveOrder(trx, order, { step: 'release', status: 'IN_ERROR', changes }, author)
  }
  return send(trx, order, author)
}

/** Releases an order: writes the step to its history and the message to SAP into the outbox. */
async function send(trx: Knex, order: Order, author: Author): Promise<Order> {
  const released = await moveOrder(trx, order, { step: 'release', status: 'APPROVED' }, author)
  await enqueueForSap(trx, {
    messageType: 'ORDER_CREATE',
    ownerType: 'ORDER',
    ownerId: released.id,
    orderId: released.id,
    idempotencyKey: `ORDER_CREATE-${released.orderNo}-${released.rowVersion}`,
    payload: await orderMessage(trx, released.id),
  })
  return released
}

/** Finds the lines whose plant has been deactivated since it was chosen. */
async function closedPlantFindings(trx: Knex, orderId: number): Promise<Finding[]> {
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

/**
 * Serialises the checks of credit of the same payer, and of free goods of the same customer, until the transaction ends.
 * Without it, two orders approved at once would each miss the other. It is a write, so that it holds on a cluster too.
 */
async function takeTurn(trx: Knex, customerId: number): Promise<void> {
  const updated = await trx('credit_turn').where({ customerId }).increment('turn', 1)
  if (Number(updated) === 1) return
  const at = now()
  const row = { customerId, turn: 1, rowVersion: 1, createdAt: at, updatedAt: at }
  // Another order of the payer may have been the first meanwhile.
  await trx('credit_turn')
    .insert(row)
    .onConflict('customerId')
    .merge({ turn: trx.raw('?? + 1', ['credit_turn.turn']) })
}
