import type { Knex } from 'knex'
import type { OrdersToApprove } from '../../../resources/orders/approvals/commands.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'
import type { Call } from '../../derive/call.ts'
import type { Person } from '../../derive/rights/person.ts'
import { conflict } from '../../platform/errors.ts'
import { takeStepOfMany } from '../take-step-of-many.ts'
import { demandDecider } from './approval-queue.ts'

/**
 * Approves the tasks of many orders of one queue, each in its own transaction with the same checks as alone. Returns the
 * results in the order of the request.
 */
export async function approveAll(
  db: Knex,
  { step, orders, remark }: OrdersToApprove,
  person: Person,
  call: Call,
): Promise<BulkStepResult[]> {
  await demandDecider(db, person, step)
  const results: BulkStepResult[] = []
  for (const one of orders) {
    const waiting = () => demandWaiting(db, one.orderId, step)
    results.push(await takeStepOfMany(db, queueOf(step).approves, { ...one, remark }, call, waiting))
  }
  return results
}

/**
 * Throws 409 when the order waits in another queue by now, because the approver has not seen what that queue decides.
 */
async function demandWaiting(db: Knex, orderId: number, step: ApprovalStep) {
  const task = await db('approval_task').where({ orderId, status: 'PENDING' }).first('step')
  if (task && task.step !== step)
    throw conflict('OTHER_QUEUE', `The order waits in another queue now: ${queueOf(task.step).title}`)
}
