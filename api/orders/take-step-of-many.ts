import { createHash } from 'node:crypto'
import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import type { BulkStepResult } from '../../resources/orders/bulk-step-result.ts'
import type { UserStep } from '../../resources/orders/user-steps.ts'
import type { Call } from '../derive/call.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import { requireIdempotencyKey } from '../platform/idempotency.ts'
import { NO_APPROVAL, nextApproval } from './approvals/next-approval.ts'
import { EMPTY_STEP, type StepInput } from './step-fields.ts'
import { demandReadableOrder, takeStep } from './take-step.ts'

/** The result where nothing was done. */
export const notDone = (orderId: number, refused: string): BulkStepResult => ({
  orderId,
  orderNo: null,
  status: null,
  pendingStep: null,
  ...NO_APPROVAL,
  refused,
})

/**
 * Takes a step on one of many orders, with the same checks as alone, in its own transaction and under its own
 * idempotency key, derived from that of the call. `demand` is an additional check. A refusal is returned and does not
 * stop the other orders.
 */
export async function takeStepOfMany(
  db: Knex,
  step: UserStep,
  input: Pick<StepInput, 'orderId' | 'rowVersion'> & Partial<StepInput>,
  call: Call,
  demand: () => Promise<void> = async () => undefined,
): Promise<BulkStepResult> {
  const { orderId } = input
  const key = createHash('sha256')
    .update(`${requireIdempotencyKey(call)}/${orderId}`)
    .digest('hex')
    .slice(0, 40)
  let orderRow: { orderNo: string } | undefined
  try {
    await demandReadableOrder(db, orderId, requirePerson(call))
    orderRow = await db('order').where({ id: orderId }).first('orderNo')
    await demand()
    const { order } = await takeStep(
      db,
      step,
      { ...EMPTY_STEP, ...input },
      {
        ...call,
        headers: { 'idempotency-key': key },
      },
    )
    const { orderNo, status, pendingStep = null } = order
    const next = status === 'PENDING' ? await nextApproval(db, orderId, requirePerson(call)) : NO_APPROVAL
    return { orderId, orderNo, status, pendingStep, ...next, refused: null }
  } catch (error) {
    const refusal = error instanceof FeathersError && (error.code < 500 || error.code === 503) ? error : undefined
    if (!refusal) throw error
    return { ...notDone(orderId, refusal.message), orderNo: orderRow?.orderNo ?? null }
  }
}
