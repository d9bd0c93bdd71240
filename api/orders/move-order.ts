import type { Knex } from 'knex'
import type { Row } from '../../resources/define/resource.ts'
import { order } from '../../resources/orders/order.ts'
import { type OrderAction, orderFlow } from '../../resources/orders/order-flow.ts'
import { orderStep } from '../../resources/orders/order-step.ts'
import { readRow } from '../derive/stored.ts'
import { type Author, insertRows, updateRow } from '../derive/write.ts'
import { now } from '../platform/clock.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { countPromoUses } from './promo-uses.ts'

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
  await noteStep(trx, after.id, { ...move, from: stateText(before) }, stateText(after), author)
  if (before.status !== after.status) await countPromoUses(trx, after.id)
  return after
}

/** Writes a step into the order's history. */
export async function noteStep(
  trx: Knex,
  orderId: number,
  { step, from, remark }: { step: OrderAction; from: string | null; remark?: string | null },
  to: string,
  author: Author,
) {
  const row = { orderId, step, fromStatus: from, toStatus: to, actorId: author.id, remark: remark ?? null, at: now() }
  await insertRows(trx, orderStep, [row], author)
}

/** `PENDING_MY_APPROVAL` where a step is waited for, else the state alone: how history and people name it. */
const stateText = ({ status, pendingStep }: Pick<Order, 'status' | 'pendingStep'>) =>
  pendingStep ? `${status}_${pendingStep}` : status
