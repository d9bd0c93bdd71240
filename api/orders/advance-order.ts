import type { Knex } from 'knex'
import type { Order } from '../../resources/orders/order.ts'
import type { OrderLine } from '../../resources/orders/order-line.ts'
import type { Finding } from '../../resources/orders/quote/check-facts.ts'
import { checkTrace } from '../../resources/orders/quote/check-trace.ts'
import { type FallenGround, lostForBuyer, lostText, lostTrace } from '../../resources/orders/terms/grounds.ts'
import type { Author } from '../derive/save/author.ts'
import { enqueueForSap } from '../outbox/outbox.ts'
import { today } from '../platform/clock.ts'
import { cancelOpenTasks, openNextTask } from './approvals/approval-tasks.ts'
import { routeOfOrder } from './approvals/route-order.ts'
import { takeTurn } from './approvals/take-turn.ts'
import { moveOrder } from './move-order.ts'
import { inputByItsTerms } from './order-as-input.ts'
import { loadOrderFacts } from './quote/order-facts.ts'
import { findingsOfAll } from './quote/order-findings.ts'
import { savedOpenLines } from './quote/price-differences.ts'
import { quote } from './quote/quote.ts'
import { reserve } from './reserve.ts'
import { orderMessage } from './sap/order-message.ts'
import { followInstructions } from './terms/follow-instructions.ts'
import { groundsNow, otherPricesText, refusedPlants, takeOtherPrices } from './terms/grounds-now.ts'

/** The steps after which an order is routed anew. */
type RoutingStep =
  | 'submit'
  | 'approveInCompany'
  | 'resubmit'
  | 'approve'
  | 'accept'
  | 'changeLine'
  | 'deleteLines'
  | 'block'
  | 'reroute'

/**
 * Moves an order on after a submit, a decision or an approver's change: to its next approval, to SAP, or to IN_ERROR
 * when nobody can approve it or a row that it stands on fell. Runs in the transaction of that step; `step` is what was
 * done.
 */
export async function advanceOrder(
  trx: Knex,
  order: Order,
  step: RoutingStep,
  remark: string | null,
  author: Author,
  reasonCodeId: number | null = null,
): Promise<Order> {
  // A submit has priced and checked the order in this transaction already.
  if (step === 'submit' || step === 'resubmit') return routeOn(trx, order, { step, remark, reasonCodeId }, send, author)
  const { lost, repriced } = await groundsNow(trx, order)
  if (isSome(lost)) return stopLost(trx, order, lost, { step, remark, reasonCodeId }, author)
  if (repriced.length === 0) return routeOn(trx, order, { step, remark, reasonCodeId }, release, author)
  const cheaper = await takeOtherPrices(trx, order, repriced, author)
  const remarks = [remark, otherPricesText(repriced)].filter(Boolean).join('. ').slice(0, 500)
  return routeOn(trx, cheaper, { step, remark: remarks, reasonCodeId }, release, author)
}

interface StepTaken {
  step: RoutingStep
  remark: string | null
  reasonCodeId: number | null
}

type Send = (trx: Knex, order: Order, author: Author) => Promise<Order>

/** Routes an order whose grounds stand; what is approved through goes on to be sent. */
async function routeOn(trx: Knex, order: Order, stepTaken: StepTaken, sendOn: Send, author: Author): Promise<Order> {
  // The route reads what is left of rate contracts, so the order's own reservation must be up to date.
  await reserve(trx, order, 'PENDING')
  for (const id of [...new Set([order.payerId, order.customerId])].sort((a, b) => a - b)) await takeTurn(trx, id)
  const route = await routeOfOrder(trx, order)
  const { exposure, excess } = route.credit
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
  return sendOn(trx, approved, author)
}

/** Stops an order that stands on rows which fell: its correction shows what counts now beside what it kept. */
async function stopLost(
  trx: Knex,
  order: Order,
  lost: readonly [FallenGround, ...FallenGround[]],
  stepTaken: Omit<StepTaken, 'step'> & { step: RoutingStep | 'release' },
  author: Author,
): Promise<Order> {
  await reserve(trx, order, 'IN_ERROR')
  await cancelOpenTasks(trx, order.id, author)
  const errorText = `${lostText(lost[0]).slice(0, 400)}. Correct the order: it shows what counts now before you send it`
  const errorTrace = lostTrace(order.orderDate, lost)
  const told = { errorCode: 'GROUND_LOST', errorText, buyerErrorText: lostForBuyer(lost[0]), errorTrace }
  return moveOrder(trx, order, { ...stepTaken, status: 'IN_ERROR', changes: { ...told, currentTaskId: null } }, author)
}

const isSome = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0

/** Checks the order by the rules of submit once more before its release, because masters may have changed since. */
async function release(trx: Knex, order: Order, author: Author): Promise<Order> {
  const input = await inputByItsTerms(trx, order)
  // Prices are those of the order date; blocks and availability are those of today.
  const facts = await loadOrderFacts(trx, input, order.orderDate, order.id, today())
  const quoted = quote(facts, input)
  const findings = findingsOfAll(facts, input, quoted, order.placedForCustomer)
  const lines = await savedOpenLines(trx, order.id)
  const fault = findings.find(finding => !finding.warns && !isOfKeptPrice(finding, lines))
  if (fault) {
    const { code: errorCode, message: errorText } = fault
    const changes = { errorCode, errorText, buyerErrorText: errorText, errorTrace: checkTrace(facts.day, findings) }
    return moveOrder(trx, order, { step: 'release', status: 'IN_ERROR', changes }, author)
  }
  const lost = refusedPlants(
    lines,
    quoted.flatMap(part => part.lines),
  )
  if (isSome(lost)) return stopLost(trx, order, lost, { step: 'release', remark: null, reasonCodeId: null }, author)
  return send(trx, order, author, await followInstructions(trx, order, lines, author))
}

/**
 * Whether another price for a line is missed, or a promo code that took nothing off: what the kept price rests on was
 * looked at before.
 */
function isOfKeptPrice({ code, field }: Finding, lines: readonly OrderLine[]): boolean {
  if (code !== 'PROMO_NOT_VALID') return code === 'NO_PRICE'
  return lines[Number(/^lines\[(\d+)\]/.exec(field)?.[1])]?.promoCodeId === null
}

/** Releases an order: writes the step to its history and the message to SAP into the outbox. */
async function send(trx: Knex, order: Order, author: Author, remark: string | null = null): Promise<Order> {
  const released = await moveOrder(trx, order, { step: 'release', status: 'APPROVED', remark }, author)
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
