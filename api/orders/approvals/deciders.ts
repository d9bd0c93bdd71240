import type { Knex } from 'knex'
import { rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import { finalApprovers } from '../../derive/rights/final-approver.ts'
import { grantsOn, joinGrants } from '../../derive/rights/grants.ts'
import { worksToday } from '../../derive/rights/works-today.ts'
import { whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'

/**
 * Selects who may decide which open task now, as rows of taskId and userId; the only definition of this right.
 * Candidates are the users named by the task and their delegates of today, the holders of its role in the SBU, and the
 * users of its customer. Of these only those decide who work today and whose roles decide in the queue for the SBU, or
 * the head of the SBU, or the final approver; a delegate only for one who could decide today. Except for an acceptance
 * nobody decides their own order.
 */
function deciders(db: Knex, filter: CandidateFilter): Knex.QueryBuilder {
  const candidates = [...namedUsers(db), ...delegatesOfNamed(db), roleHolders(db), customerUsers(db)]
  const [first, ...rest] = candidates.map(({ rows, user }) => filter(rows, user))
  return db
    .from(first!.union(rest).as('may'))
    .join('approval_task', 'approval_task.id', 'may.taskId')
    .join('order', 'order.id', 'approval_task.orderId')
    .join('sbu', 'sbu.id', 'order.sbuId')
    .join('user', 'user.id', 'may.userId')
    .where(worksToday())
    .where(own => own.where('approval_task.step', 'ACCEPTANCE').orWhere(others => notOwnOrder(others)))
    .where(mayDecideHere(db, 'user'))
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
        .join('order', 'order.id', 'approval_task.orderId')
        .join('sbu', 'sbu.id', 'order.sbuId')
        .join('employee as away', 'away.id', 'principal.employeeId')
        .join('user as delegate', 'delegate.employeeId', 'away.delegateEmployeeId')
        .where('away.delegateFrom', '<=', day)
        .where('away.delegateTo', '>=', day)
        .where(worksToday('principal'))
        .where(mayDecideHere(db, 'principal')),
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

/** The users of the customer who order or approve there, a buyer up to their own limit. */
const customerUsers = (db: Knex): Candidates =>
  candidatesOf(
    openTasks(db)
      .join('user as buyer', 'buyer.customerId', 'approval_task.assigneeCustomerId')
      .join('order as bought', 'bought.id', 'approval_task.orderId')
      .leftJoin('company_person as inside', 'inside.userId', 'buyer.id')
      .where(may =>
        may
          .whereNull('inside.id')
          .orWhere('inside.companyRoles', 'like', '%"HEAD"%')
          .orWhere('inside.companyRoles', 'like', '%"APPROVER"%')
          .orWhere(buys =>
            buys
              .where('inside.companyRoles', 'like', '%"BUYER"%')
              .where(up =>
                up.whereNull('inside.orderLimit').orWhere('inside.orderLimit', '>=', db.ref('bought.grossValue')),
              ),
          ),
      ),
    'buyer.id',
  )

const notOwnOrder = (rows: Knex.QueryBuilder) =>
  rows
    .whereRaw('?? <> ??', ['order.placedById', 'may.userId'])
    .where(starter =>
      starter
        .whereNull('approval_task.starterEmployeeId')
        .orWhereNull('user.employeeId')
        .orWhereRaw('?? <> ??', ['approval_task.starterEmployeeId', 'user.employeeId']),
    )

/**
 * Narrows tasks, with their orders and SBUs, to those whose queue a user decides in by a role that covers the SBU, or as
 * head of the SBU or final approver, to whom tasks come that no other decides.
 */
export const mayDecideHere = (db: Knex, user: 'user' | 'principal') => (rows: Knex.QueryBuilder) =>
  rows
    .whereExists(decidingRole(db, user))
    .orWhere('sbu.headEmployeeId', db.ref(`${user}.employeeId`))
    .orWhere(final =>
      final.where('approval_task.rule', 'FINAL_APPROVER').whereRaw(`${user}.employeeId in (${finalApprovers})`),
    )

const decidingRole = (db: Knex, user: string) =>
  grantsOn(db, today(), 'has')
    .join('role', 'role.id', 'has.roleId')
    .where('has.userId', db.ref(`${user}.id`))
    .where(reach => reach.whereNot('has.scopeType', 'SBU').orWhere('has.scopeRef', db.ref('sbu.code')))
    .where(any => {
      for (const [step, roles] of Object.entries(rolesDeciding))
        any.orWhere(queue => queue.where('approval_task.step', step).whereIn('role.code', [...roles]))
    })
    .select('has.id')

/** Filters tasks to the open ones that a person may decide now. */
export const decidableBy =
  (db: Knex, { id }: { id: number }) =>
  (tasks: Knex.QueryBuilder) => {
    const ids = deciders(db, (rows, user) => rows.where(user, id)).select('may.taskId')
    tasks.whereIn('approval_task.id', ids)
  }

/** The open tasks that nobody may decide now. */
export const undecidableTasks = (db: Knex): Knex.QueryBuilder =>
  openTasks(db).whereNotIn('approval_task.id', deciders(db, candidates => candidates).select('may.taskId'))

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
