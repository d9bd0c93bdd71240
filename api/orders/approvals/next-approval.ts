import type { Knex } from 'knex'
import { approvalTask } from '../../../resources/orders/approval-task.ts'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { readableColumnsOfRows } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'

type NextApproval = Pick<BulkStepResult, 'level' | 'waitingFor'>
export const NO_APPROVAL: NextApproval = { level: null, waitingFor: null }

/** The level and the approver for whom an order waits now, as far as the person may read them; null while it waits for none. */
export async function nextApproval(db: Knex, orderId: number, person: Person): Promise<NextApproval> {
  const task = await db('approval_task')
    .leftJoin('user', 'user.id', 'approval_task.assigneeUserId')
    .leftJoin('role', 'role.id', 'approval_task.assigneeRoleId')
    .where({ orderId, 'approval_task.status': 'PENDING' })
    .first('approval_task.id', 'level', 'user.name as person', 'role.name as role')
  if (!task) return NO_APPROVAL
  const columns = (await readableColumnsOfRows(db, approvalTask, person, [task.id]))(task.id)
  return {
    level: columns.includes('level') ? task.level : null,
    waitingFor: columns.includes('assigneeUserId') ? (task.person ?? task.role) : null,
  }
}
