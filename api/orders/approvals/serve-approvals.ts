import type { Knex } from 'knex'
import type { ApprovalStillNeeded, OrdersToApprove } from '../../../resources/orders/approvals/commands.ts'
import * as approvals from '../../../resources/orders/approvals/commands.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'
import type { Call } from '../../derive/call.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import type { Person } from '../../derive/rights/person.ts'
import { conflict } from '../../platform/errors.ts'
import { readOrder } from '../move-order.ts'
import { demandReadableOrder } from '../take-step.ts'
import { takeStepOfMany } from '../take-step-of-many.ts'
import { demandDecider, queuePage, waitingCounts } from './approval-queue.ts'
import { decidedAbove } from './decided-above.ts'
import { decisionOf } from './decision.ts'
import { decideMailed, mailedTask } from './mailed-decisions.ts'
import { routeOfOrder } from './route-order.ts'

/**
 * Approves the tasks of many orders of one queue, each in its own transaction with the same checks as alone. Returns the
 * results in the order of the request.
 */
async function approveAll(
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

/**
 * The approvals that a pending order still needs, with the approvers of each by the people and limits of today. Empty
 * for all other orders and for buyers.
 */
async function approvalsStillNeeded(db: Knex, id: number, person: Person): Promise<ApprovalStillNeeded[]> {
  await demandReadableOrder(db, id, person)
  const order = await readOrder(db, id)
  if (order.status !== 'PENDING' || person.userType !== 'EMPLOYEE') return []
  const { path } = await routeOfOrder(db, order)
  return path.flatMap(({ step, title, reason, levels }) =>
    levels.filter(({ covered }) => !covered).map(({ level, name }) => ({ step, title, reason, level, name })),
  )
}

/** What is asked of approvals, besides taking the step; by a link in a mail without signing in. */
export const approvalCommands: readonly Bound[] = [
  bind(approvals.listQueue, (asked, { trx, person }) => queuePage(trx, asked, person)),
  bind(approvals.countWaiting, (_, { trx, person }) => waitingCounts(trx, person)),
  bind(approvals.approveMany, async (asked, { trx, person, call }) => ({
    results: await approveAll(trx, asked, person, call),
  })),
  bind(approvals.showDecision, ({ orderId }, { trx, person }) => decisionOf(trx, orderId, person)),
  bind(approvals.showRoute, ({ orderId }, { trx, person }) => approvalsStillNeeded(trx, orderId, person)),
  bind(approvals.showDecidedAbove, ({ limitId }, { trx, person }) => decidedAbove(trx, limitId, person)),
  bind(approvals.showMailedTask, ({ token }, { trx }) => mailedTask(trx, token)),
  bind(approvals.decideByMail, (asked, { trx, author }) => decideMailed(trx, asked, author)),
]
