import type { Knex } from 'knex'
import type { ApprovalTask } from '../../../resources/orders/approval-task.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import { type MeasuredKind, measuredKinds } from './measured-kinds.ts'
import { routeOfOrder } from './route-order.ts'

/**
 * By which rule a task of measured values is approved, by the limits of this moment: where the limit for which it was asked
 * no longer reaches, the approval counts as one that others have to follow.
 */
export async function authorityOf(trx: Knex, order: Order, task: ApprovalTask): Promise<Partial<ApprovalTask>> {
  const kind = measuredKinds.find(({ step }) => step === task.step)
  if (!kind) return {}
  const route = await routeOfOrder(trx, order)
  if (route.status === 'PENDING' && route.task.openTaskId === task.id) {
    const { rule, limitValue } = route.task
    return { rule, limitValue }
  }
  const isStillNeeded = route.path.some(({ step }) => step === task.step)
  if (task.rule !== 'LIMIT' || !isStillNeeded) return {}
  const limitValue = await limitOfAssignees(trx, order, task, kind)
  return limitValue >= (task.measuredValue ?? 0) ? {} : { rule: 'HIGHEST_LIMIT', limitValue }
}

/** The largest limit today of those of whom a task was asked. */
async function limitOfAssignees(trx: Knex, { sbuId }: Order, task: ApprovalTask, { limitType }: MeasuredKind) {
  const several = trx('task_assignee').where('approvalTaskId', task.id).select('userId')
  const { most } = await whereValidOn(trx('approving_limits'), today())
    .where({ sbuId, limitType })
    .whereNot('confirmStatus', 'PENDING')
    .whereIn(
      'employeeId',
      trx('user')
        .where('id', task.assigneeUserId ?? 0)
        .orWhereIn('id', several)
        .select('employeeId'),
    )
    .max({ most: 'maxValue' })
    .first()
  return Number(most ?? 0)
}
