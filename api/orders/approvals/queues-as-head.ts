import type { Knex } from 'knex'
import { decidesIn } from '../../../resources/orders/approvals/approvers-by-step.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'
import { isAskedLast } from '../../derive/rights/final-approver.ts'
import type { Person } from '../../derive/rights/person.ts'
import { decidableBy } from './deciders.ts'

/** Whether the person heads an SBU, or is asked as final approver: they decide last in every queue, whatever their roles. */
export async function decidesLast(db: Knex, { employeeId }: Pick<Person, 'employeeId'>): Promise<boolean> {
  if (!employeeId) return false
  const found = await db('employee')
    .where('employee.id', employeeId)
    .where(any =>
      any
        .whereIn('employee.id', db('sbu').whereNotNull('headEmployeeId').select('headEmployeeId'))
        .orWhereRaw(isAskedLast('employee.id')),
    )
    .first('employee.id')
  return found !== undefined
}

/** The queues that the person's roles do not open, and in which a task waits for them as head or final approver. */
export async function queuesAsHead(db: Knex, person: Person): Promise<ApprovalStep[]> {
  if (!(await decidesLast(db, person))) return []
  const steps: ApprovalStep[] = await db('approval_task')
    .where('approval_task.status', 'PENDING')
    .where(decidableBy(db, person))
    .distinct('approval_task.step')
    .pluck('approval_task.step')
  return steps.filter(step => !decidesIn(person, step))
}
