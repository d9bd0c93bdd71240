import type { Knex } from 'knex'
import { decidesIn } from '../../../resources/orders/approvals/approvers-by-step.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'
import type { Person } from '../../derive/rights/person.ts'
import { decidableBy } from './deciders.ts'

/** Whether the person heads an SBU. Heads are the last approvers in every queue, whatever their roles. */
export async function isSbuHead(db: Knex, { employeeId }: Pick<Person, 'employeeId'>): Promise<boolean> {
  if (!employeeId) return false
  return (await db('sbu').where({ headEmployeeId: employeeId }).first('id')) !== undefined
}

/** The queues that the person's roles do not open, and in which a task waits for them as head of an SBU. */
export async function queuesAsHead(db: Knex, person: Person): Promise<ApprovalStep[]> {
  if (!(await isSbuHead(db, person))) return []
  const steps: ApprovalStep[] = await db('approval_task')
    .where('approval_task.status', 'PENDING')
    .where(decidableBy(db, person))
    .distinct('approval_task.step')
    .pluck('approval_task.step')
  return steps.filter(step => !decidesIn(person, step))
}
