import type { Knex } from 'knex'
import { rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import { grantsOn, joinGrants } from '../../derive/rights/grants.ts'
import { whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'

/**
 * Selects who may decide which open task now, as rows of taskId and userId; the only definition of this right.
 * Candidates are the users named by the task and their delegates of today, the holders of its role in the SBU, and the
 * users of its customer. Of these only those decide whose roles decide in the queue, or the head of the SBU, and except
 * for an acceptance never those whose own order it is.
 */
function deciders(db: Knex, filter: CandidateFilter): Knex.QueryBuilder {
  const candidates = [...namedUsers(db), ...delegatesOfNamed(db), roleHolders(db), customerUsers(db)]
  const [first, ...rest] = candidates.map(({ rows, user }) => filter(rows, user))
  return db
    .from(first!.union(rest).as('may'))
    .join('approval_task', 'approval_task.id', 'may.taskId')
    .join('order', 'order.id', 'approval_task.orderId')
    .join('user', 'user.id', 'may.userId')
    .where('user.isActive', 1)
    .where(own => own.where('approval_task.step', 'ACCEPTANCE').orWhere(others => notOwnOrder(others)))
    .where(any => hasDecidingRole(any, db).orWhereExists(headOfSbu(db)))
}

type CandidateFilter = (rows: Knex.QueryBuilder, user: string) => Knex.QueryBuilder

interface Candidates {
  rows: Knex.QueryBuilder
  /** The column of the user's id. */
  user: string
}

const NAMED_USERS = ['approval_task.assigneeUserId', 'approval_task.escalatedToUserId'] as const

const openTasks = (db: Knex) => db('approval_task').where('approval_task.status', 'PENDING')
const sharedTasks = (db: Knex) =>
  openTasks(db).join('task_assignee', 'task_assignee.approvalTaskId', 'approval_task.id')
const candidatesOf = (rows: Knex.QueryBuilder, user: string): Candidates => ({
  rows: rows.select('approval_task.id as taskId', `${user} as userId`),
  user,
})

const namedUsers = (db: Knex): Candidates[] => [
  ...NAMED_USERS.map(user => candidatesOf(openTasks(db), user)),
  candidatesOf(sharedTasks(db), 'task_assignee.userId'),
]

/** The delegates of the named users, on the days of the delegation. */
function delegatesOfNamed(db: Knex): Candidates[] {
  const day = today()
  const delegates = (rows: Knex.QueryBuilder, principal: string) =>
    candidatesOf(
      rows
        .join('user as principal', 'principal.id', principal)
        .join('employee as away', 'away.id', 'principal.employeeId')
        .join('user as delegate', 'delegate.employeeId', 'away.delegateEmployeeId')
        .where('away.delegateFrom', '<=', day)
        .where('away.delegateTo', '>=', day),
      'delegate.id',
    )
  return [
    ...NAMED_USERS.map(user => delegates(openTasks(db), user)),
    delegates(sharedTasks(db), 'task_assignee.userId'),
  ]
}

/** Holders of the task's role today who work for the SBU of the order. */
function roleHolders(db: Knex): Candidates {
  const day = today()
  const tasks = openTasks(db).join('order', 'order.id', 'approval_task.orderId').join('sbu', 'sbu.id', 'order.sbuId')
  const rows = joinGrants(tasks, db, day, { name: 'held', column: 'roleId', is: 'approval_task.assigneeRoleId' })
    .join('user as holder', 'holder.id', 'held.userId')
    .join('sbu_employee_map as works', join =>
      join.on('works.employeeId', 'holder.employeeId').andOn('works.sbuId', 'order.sbuId'),
    )
    .where(reach => reach.whereNot('held.scopeType', 'SBU').orWhere('held.scopeRef', db.ref('sbu.code')))
  return candidatesOf(whereValidOn(rows, day, 'works'), 'holder.id')
}

const customerUsers = (db: Knex): Candidates =>
  candidatesOf(openTasks(db).join('user as buyer', 'buyer.customerId', 'approval_task.assigneeCustomerId'), 'buyer.id')

const notOwnOrder = (rows: Knex.QueryBuilder) =>
  rows
    .whereRaw('?? <> ??', ['order.placedById', 'may.userId'])
    .where(starter =>
      starter
        .whereNull('approval_task.starterEmployeeId')
        .orWhereNull('user.employeeId')
        .orWhereRaw('?? <> ??', ['approval_task.starterEmployeeId', 'user.employeeId']),
    )

function hasDecidingRole(rows: Knex.QueryBuilder, db: Knex) {
  const held = grantsOn(db, today(), 'has')
    .join('role', 'role.id', 'has.roleId')
    .where('has.userId', db.ref('may.userId'))
    .where(any => {
      for (const [step, roles] of Object.entries(rolesDeciding))
        any.orWhere(queue => queue.where('approval_task.step', step).whereIn('role.code', [...roles]))
    })
  return rows.whereExists(held.select('has.id'))
}

/** The head of the SBU decides whatever their roles, because tasks without another approver go to them. */
const headOfSbu = (db: Knex) =>
  db('sbu as unit')
    .where('unit.id', db.ref('order.sbuId'))
    .where('unit.headEmployeeId', db.ref('user.employeeId'))
    .select('unit.id')

/** Filters tasks to the open ones that a person may decide now. */
export const decidableBy =
  (db: Knex, { id }: { id: number }) =>
  (tasks: Knex.QueryBuilder) => {
    const ids = deciders(db, (rows, user) => rows.where(user, id)).select('may.taskId')
    tasks.whereIn('approval_task.id', ids)
  }

/** The users who may decide each of these open tasks now, by task id. */
export async function decidersOf(db: Knex, taskIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows: { taskId: number; userId: number }[] = await deciders(db, candidateRows =>
    candidateRows.whereIn('approval_task.id', [...taskIds]),
  )
    .orderBy(['may.taskId', 'may.userId'])
    .select('may.taskId', 'may.userId')
  const byTask = new Map<number, number[]>(taskIds.map(id => [id, []]))
  for (const { taskId, userId } of rows) byTask.get(taskId)!.push(userId)
  return byTask
}
