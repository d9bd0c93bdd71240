import type { Knex } from 'knex'
import type { ApprovalStillNeeded } from '../../../resources/orders/approvals/commands.ts'
import * as approvals from '../../../resources/orders/approvals/commands.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readOrder } from '../move-order.ts'
import { demandReadableOrder } from '../take-step.ts'
import { queuePage, waitingCounts } from './approval-queue.ts'
import { approveAll } from './approve-many.ts'
import { decisionOf } from './decision.ts'
import { decideMailed, mailedTask } from './mailed-decisions.ts'
import { routeOfOrder } from './route-order.ts'

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
  bind(approvals.showMailedTask, ({ token }, { trx }) => mailedTask(trx, token)),
  bind(approvals.decideByMail, (asked, { trx, author }) => decideMailed(trx, asked, author)),
]
