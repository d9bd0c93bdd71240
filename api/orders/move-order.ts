import type { Knex } from 'knex'
import type { Row } from '../../resources/define/resource.ts'
import { order } from '../../resources/orders/order.ts'
import { type OrderAction, orderFlow } from '../../resources/orders/order-flow.ts'
import { orderStep } from '../../resources/orders/order-step.ts'
import { holdingOf } from '../../resources/orders/reserved-quantities.ts'
import { readRow } from '../derive/row-codec.ts'
import { type Author, insertRows, updateRow } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { tellChange } from '../platform/live-changes.ts'
import { mailStep } from './mail/mail-order.ts'
import { reserve } from './reserve.ts'

export type Order = Row<typeof order>

/** An order as it stands, by its id; 404 when there is none. */
export async function readOrder(db: Knex, id: number): Promise<Order> {
  const row = await db('order').where({ id }).first()
  if (!row) throw notFound()
  return readRow(order, row)
}

export interface Move {
  step: OrderAction
  status: Order['status']
  pendingStep?: Order['pendingStep']
  remark?: string | null
  reasonCodeId?: number | null
  /** Whatever else the step changes on the order. */
  changes?: Partial<Order>
}

/**
 * Takes an order along a step: the state by compare-and-set on the version that was read, and the step as a row of the
 * order's history, both in the given transaction. Throws 409 STALE_ROW when somebody was faster, and 409
 * NOT_ALLOWED_STATE when the flow knows no such step.
 */
export async function moveOrder(trx: Knex, before: Order, move: Move, author: Author): Promise<Order> {
  const { from, to, label } = orderFlow.steps[move.step]
  const leads: readonly string[] = typeof to === 'string' ? [to] : to
  if (!(from as readonly string[]).includes(before.status) || !leads.includes(move.status)) {
    throw conflict(
      'NOT_ALLOWED_STATE',
      `${label} is not possible while the order is ${orderFlow.states[before.status]}`,
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
  if (move.step !== 'save' || !(await savedAgain(trx, after.id, author)))
    await noteStep(trx, after.id, { ...move, from: stateText(before) }, stateText(after), author)
  if (holdingOf[before.status] !== holdingOf[after.status]) await reserve(trx, after)
  tellChange(trx, { orders: [after.id] })
  const { step, remark = null, reasonCodeId = null } = move
  await mailStep(trx, { step, before, after, remark, reasonCodeId, author })
  return after
}

/** A draft saves itself every few seconds: a row of saves by one person is one line of its history, at the time of the last. */
async function savedAgain(trx: Knex, orderId: number, author: Author): Promise<boolean> {
  const last = await trx('order_step').where({ orderId }).orderBy('id', 'desc').first('id', 'step', 'actorId')
  if (last?.step !== 'save' || last.actorId !== author.id) return false
  await trx('order_step').where({ id: last.id }).update({ at: now() })
  return true
}

/** Writes a step into the order's history. */
export async function noteStep(
  trx: Knex,
  orderId: number,
  {
    step,
    from,
    remark = null,
    reasonCodeId = null,
  }: Pick<Move, 'step' | 'remark' | 'reasonCodeId'> & { from: string | null },
  to: string,
  author: Author,
) {
  const { id: actorId, onBehalfOfId = null } = author
  const row = { orderId, step, fromStatus: from, toStatus: to, actorId, onBehalfOfId, remark, reasonCodeId, at: now() }
  await insertRows(trx, orderStep, [row], author)
}

/** `PENDING_MY_APPROVAL` where a step is waited for, else the state alone: how history and people name it. */
const stateText = ({ status, pendingStep }: Pick<Order, 'status' | 'pendingStep'>) =>
  pendingStep ? `${status}_${pendingStep}` : status
