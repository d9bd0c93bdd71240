import type { Knex } from 'knex'
import { wordOf } from '../../resources/define/process/states.ts'
import type { Order } from '../../resources/orders/order.ts'
import { order } from '../../resources/orders/order.ts'
import { type OrderAction, orderProcess } from '../../resources/orders/order-process.ts'
import { orderStep } from '../../resources/orders/order-step.ts'
import { holdingOf } from '../../resources/orders/reserved-quantities.ts'
import { decodeRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { letHoldsGo } from './holds/let-holds-go.ts'
import { mailStep } from './mail/mail-order.ts'
import { reserve } from './reserve.ts'

/** Reads an order by its id. Throws 404 when there is none. */
export async function readOrder(db: Knex, id: number): Promise<Order> {
  const row = await db('order').where({ id }).first()
  if (!row) throw notFound()
  return decodeRow(order, row)
}

/**
 * Reads an order and keeps others from changing it until the transaction ends, so that of two steps at once the second
 * sees what the first has done. Throws 404 when there is none.
 */
export async function holdOrder(trx: Knex, id: number): Promise<Order> {
  const row = await trx('order').where({ id }).forUpdate().first()
  if (!row) throw notFound()
  return decodeRow(order, row)
}

/** Where an order is in its flow: one that is pending waits for an approval, which must be named, or no queue has it. */
export type OrderPlace =
  | { status: 'PENDING'; pendingStep: NonNullable<Order['pendingStep']> }
  | { status: Exclude<Order['status'], 'PENDING'>; pendingStep?: null }

/** Where an order is now, for a step that leaves it there. */
export function placeOf({ orderNo, status, pendingStep }: Order): OrderPlace {
  if (status !== 'PENDING') return { status }
  if (pendingStep === null) throw new Error(`Order ${orderNo} is pending, and waits for no approval`)
  return { status, pendingStep }
}

export type OrderMove = OrderPlace & {
  step: OrderAction
  remark?: string | null
  reasonCodeId?: number | null
  /** Where it is no news for buyers, only our people get its mails. */
  tellsBuyers?: boolean
  /** Other columns of the order that the step changes. */
  changes?: Partial<Order>
}

/**
 * Moves an order by a step and writes the step to its history, in the given transaction. The update is conditional on
 * the version that was read: throws 409 STALE_ROW when somebody else changed the order meanwhile, and 409
 * NOT_ALLOWED_STATE when the flow has no such step from its status.
 */
export async function moveOrder(trx: Knex, before: Order, move: OrderMove, author: Author): Promise<Order> {
  const { from, to, label } = orderProcess.steps[move.step]
  const targets: readonly string[] = typeof to === 'string' ? [to] : to
  if (!(from as readonly string[]).includes(before.status) || !targets.includes(move.status)) {
    throw conflict(
      'NOT_ALLOWED_STATE',
      `${label} is not possible while the order is ${wordOf(orderProcess, before.status)}`,
    )
  }
  const moved = before.status !== move.status || before.pendingStep !== (move.pendingStep ?? null)
  const changes = {
    ...move.changes,
    status: move.status,
    pendingStep: move.pendingStep ?? null,
    ...(moved && { statusSince: now() }),
  }
  const after = await updateRow(trx, order, before, changes, author)
  if (move.step !== 'save' || !(await mergeIntoLastSave(trx, after.id, author)))
    await noteStep(trx, after.id, { ...move, from: stateText(before) }, stateText(after), author)
  if (orderProcess.sets.ended.some(state => state === after.status)) await letHoldsGo(trx, after.id, author)
  if (holdingOf[before.status] !== holdingOf[after.status]) await reserve(trx, after)
  const { step, remark = null, reasonCodeId = null, tellsBuyers = true } = move
  await mailStep(trx, { step, before, after, remark, reasonCodeId, tellsBuyers, author })
  return after
}

/**
 * Drafts save themselves every few seconds, so consecutive saves by one person share one history row with the time of
 * the last. Returns whether there was such a row.
 */
async function mergeIntoLastSave(trx: Knex, orderId: number, author: Author): Promise<boolean> {
  const last = await trx('order_step').where({ orderId }).orderBy('id', 'desc').first('id', 'step', 'actorId')
  if (last?.step !== 'save' || last.actorId !== author.id) return false
  await trx('order_step').where({ id: last.id }).update({ at: now() })
  return true
}

/** Writes a step to the order's history. */
export async function noteStep(
  trx: Knex,
  orderId: number,
  {
    step,
    from,
    remark = null,
    reasonCodeId = null,
  }: Pick<OrderMove, 'step' | 'remark' | 'reasonCodeId'> & { from: string | null },
  to: string,
  author: Author,
) {
  const { id: actorId, onBehalfOfId = null } = author
  const row = { orderId, step, fromStatus: from, toStatus: to, actorId, onBehalfOfId, remark, reasonCodeId, at: now() }
  await insertRows(trx, orderStep, [row], author)
}

/** The status as the history names it, with the pending step where there is one: `PENDING_MY_APPROVAL`. */
const stateText = ({ status, pendingStep }: Pick<Order, 'status' | 'pendingStep'>) =>
  pendingStep ? `${status}_${pendingStep}` : status
