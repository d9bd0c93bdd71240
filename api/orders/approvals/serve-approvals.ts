import * as approvals from '../../../resources/orders/approvals/commands.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { queuePage, waitingCounts } from './approval-queue.ts'
import { approveAll } from './approve-many.ts'
import { decisionOf } from './decision.ts'
import { decideMailed, mailedTask } from './mailed-decisions.ts'
import { approvalsStillNeeded } from './order-route.ts'

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
