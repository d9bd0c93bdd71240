import type { Knex } from 'knex'
import { MOST_AT_ONCE, queueOf } from '../../../resources/orders/approvals/queues.ts'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { type ApprovalStep, approvalSteps } from '../../../resources/trade.ts'
import { readId } from '../../derive/list/query.ts'
import { requirePerson } from '../../derive/rights/require-person.ts'
import type { Call } from '../../derive/service.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { requireIdempotencyKey } from '../../platform/idempotency.ts'
import { takeStepOfMany } from '../take-step-of-many.ts'
import { demandDecider } from './approval-queue.ts'

/**
 * `POST /api/approve-many { step, orders: [{ orderId, rowVersion }], remark }`: approves the tasks of at most 50 orders
 * of one queue, each in its own transaction with the same checks as alone. Returns the results in the order of the
 * request.
 */
export const approveMany = (db: Knex) => ({
  async create(body: Record<string, unknown>, call: Call): Promise<{ results: BulkStepResult[] }> {
    const person = requirePerson(call)
    const request = readInput(body ?? {})
    await demandDecider(db, person, request.step)
    requireIdempotencyKey(call)
    const { step, remark } = request
    const results: BulkStepResult[] = []
    for (const one of request.orders) {
      const stepBody = { ...one, step: queueOf(step).approves, remark }
      results.push(await takeStepOfMany(db, stepBody, call, () => demandWaiting(db, one.orderId, step)))
    }
    return { results }
  },
})

interface OrderVersion {
  orderId: number
  rowVersion: number
}

interface ApproveManyInput {
  step: ApprovalStep
  orders: OrderVersion[]
  remark: string | null
}

/**
 * Throws 409 when the order waits in another queue by now, because the approver has not seen what that queue decides.
 */
async function demandWaiting(db: Knex, orderId: number, step: ApprovalStep) {
  const task = await db('approval_task').where({ orderId, status: 'PENDING' }).first('step')
  if (task && task.step !== step)
    throw conflict('OTHER_QUEUE', `The order waits in another queue now: ${queueOf(task.step).title}`)
}

function readInput({ step, orders, remark = null, ...rest }: Record<string, unknown>): ApproveManyInput {
  const [extra] = Object.keys(rest)
  if (extra) throw invalidField(extra.slice(0, 60), 'UNKNOWN_FIELD', `${extra.slice(0, 60)} is not part of an approval`)
  if (!approvalSteps.some(known => known === step && queueOf(known).bulk)) {
    const many = approvalSteps.filter(known => queueOf(known).bulk)
    throw invalidField('step', 'ENUM', `step must be one of ${many.join(', ')}: other queues are decided one by one`)
  }
  if (!Array.isArray(orders) || orders.length === 0 || orders.length > MOST_AT_ONCE)
    throw invalidField('orders', 'LENGTH', `orders must name 1 to ${MOST_AT_ONCE} orders`)
  if (remark !== null && (typeof remark !== 'string' || remark.length > 500))
    throw invalidField('remark', 'LENGTH', 'Remark must be a text of at most 500 characters')
  const read = orders.map(readOrderVersion)
  if (new Set(read.map(({ orderId }) => orderId)).size < read.length)
    throw invalidField('orders', 'TWICE', 'orders names an order twice: name each once')
  return { step: step as ApprovalStep, orders: read, remark: remark as string | null }
}

function readOrderVersion(given: unknown): OrderVersion {
  const { orderId, rowVersion } = (given ?? {}) as Record<string, unknown>
  const id = readId(orderId)
  if (id === undefined || !Number.isSafeInteger(rowVersion))
    throw invalidField('orders', 'TYPE', 'Each of orders must have an orderId and the rowVersion that was read')
  return { orderId: id, rowVersion: rowVersion as number }
}
