import type { Knex } from 'knex'
import { approvalTask } from '../../../resources/orders/approval-task.ts'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { readableColumnsOfRows } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'

/** The level and the approver for whom an order waits now, as far as the person may read them; nothing while it waits for none. */
export async function nextApproval(
  db: Knex,
  orderId: number,
  person: Person,
): Promise<Pick<BulkStepResult, 'level' | 'waitingFor'>> {
  const task = await db('approval_task')
    .leftJoin('user', 'user.id', 'approval_task.assigneeUserId')
    .leftJoin('role', 'role.id', 'approval_task.assigneeRoleId')
    .where({ orderId, 'approval_task.status': 'PENDING' })
    .first('approval_task.id', 'level', 'user.name as person', 'role.name as role')
  if (!task) return {}
  const columns = (await readableColumnsOfRows(db, approvalTask, person, [task.id]))(task.id)
  return {
    ...(columns.includes('level') && { level: task.level }),
    ...(columns.includes('assigneeUserId') && { waitingFor: task.person ?? task.role }),
  }
}
