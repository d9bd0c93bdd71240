import type { Knex } from 'knex'
import type { ComputedColumn } from '../derive/extend.ts'

/** Who is to decide the open approval of an order: a person, whoever holds a role, or the customer. */
export const waitingFor: ComputedColumn = (db, of) => decidersName(db).where('approval_task.id', of('currentTaskId'))

/** Who is to decide a task; null without one. */
export async function deciderOf(db: Knex, taskId: number | null): Promise<string | null> {
  if (taskId === null) return null
  const found: { decider: string } | undefined = await decidersName(db).where('approval_task.id', taskId).first()
  return found?.decider ?? null
}

const decidersName = (db: Knex) =>
  db('approval_task')
    .leftJoin('user as deciding', 'deciding.id', 'approval_task.assigneeUserId')
    .leftJoin('role as held', 'held.id', 'approval_task.assigneeRoleId')
    .leftJoin('customer as accepting', 'accepting.id', 'approval_task.assigneeCustomerId')
    .select(db.raw("coalesce(deciding.name, held.name, accepting.name, 'one of several people') as decider"))

/** Whether an order waits for somebody to accept it: all that buyers may know of its approvals. */
export const isForAcceptance: ComputedColumn = (db, of) =>
  db.raw("case when ? = 'ACCEPTANCE' then 1 else 0 end", [of('pendingStep')])
