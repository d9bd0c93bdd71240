import type { Knex } from 'knex'
import type { PastTask } from '../../../resources/orders/approvals/usual-hours.ts'

/** The number of past decisions from which the usual hours are estimated. */
const SAMPLE_SIZE = 1000

/** The latest decisions on orders of these SBUs, for the estimate of the usual hours. */
export const pastTasks = (db: Knex, sbuIds: number[]): Promise<PastTask[]> =>
  db('approval_task')
    .join('order', 'order.id', 'approval_task.orderId')
    .whereIn('order.sbuId', sbuIds)
    .whereIn('approval_task.status', ['APPROVED', 'REJECTED', 'SENT_BACK'])
    .whereNotNull('approval_task.actedAt')
    .orderBy('approval_task.id', 'desc')
    .limit(SAMPLE_SIZE)
    .select('approval_task.step', 'order.sbuId', 'approval_task.createdAt', 'approval_task.actedAt')
