import type { Knex } from 'knex'
import type { ApprovalTask } from '../../../resources/orders/approval-task.ts'
import type { Person } from '../../derive/rights/person.ts'
import { today } from '../../platform/clock.ts'

/**
 * The person on whose behalf a delegate decides a task today; undefined where the task waits for the delegate
 * themselves, by name, role or customer.
 */
export async function principalOf(
  db: Knex,
  task: ApprovalTask,
  { id, employeeId }: Person,
): Promise<{ id: number; name: string } | undefined> {
  if (employeeId === null || task.assigneeRoleId !== null || task.assigneeCustomerId !== null) return undefined
  const several: number[] = await db('task_assignee').where('approvalTaskId', task.id).pluck('userId')
  const assignees = [task.assigneeUserId, task.escalatedToUserId, ...several].filter(user => user !== null)
  if (assignees.includes(id)) return undefined
  const day = today()
  return db('user')
    .join('employee', 'employee.id', 'user.employeeId')
    .whereIn('user.id', assignees)
    .where('employee.delegateEmployeeId', employeeId)
    .where('employee.delegateFrom', '<=', day)
    .where('employee.delegateTo', '>=', day)
    .orderBy('user.id')
    .first('user.id', 'user.name')
}
