import type { Knex } from 'knex'
import { officeMinutes } from '../../../resources/define/dates.ts'
import { type ApprovalTask, approvalTask } from '../../../resources/orders/approval-task.ts'
import { clusterHeadOf } from '../../access-control/delivered-in-cluster.ts'
import { worksToday } from '../../derive/rights/works-today.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { isStale } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { notifyDeciders } from './approval-tasks.ts'
import { mayDecideHere } from './deciders.ts'
import { officeHolidays } from './office-holidays.ts'

/**
 * Reminds of due tasks, and escalates those that waited `approval.escalate_hours` of office time to a second person;
 * each once. Skips tasks that are decided meanwhile. Returns how many tasks it changed.
 */
export async function escalateTasks(db: Knex): Promise<number> {
  const hours = (await readSettings(db))['approval.escalate_hours']
  const holidays = await officeHolidays(db)
  const at = now()
  let touched = 0
  for (const task of await lateTasks(db, hours)) {
    const waited = officeMinutes(task.createdAt, at, holidays)
    const escalates = task.escalatedAt === null && task.step !== 'ACCEPTANCE' && waited >= hours * 60
    const reminds = task.remindedAt === null && task.dueAt <= at
    if ((escalates || reminds) && (await remindOrEscalate(db, task, { escalates, reminds }))) touched += 1
  }
  return touched
}

/** Tasks that may be due for a reminder or an escalation; all, as office time is never faster than the clock. */
const lateTasks = (db: Knex, hours: number): Promise<ApprovalTask[]> =>
  rowsOf(db, approvalTask, rows =>
    rows.where('status', 'PENDING').where(any =>
      any
        .where(due => due.whereNull('remindedAt').where('dueAt', '<=', now()))
        .orWhere(late =>
          late
            .whereNull('escalatedAt')
            .whereNot('step', 'ACCEPTANCE')
            .where('createdAt', '<=', secondsFromNow(-3600 * hours)),
        ),
    ),
  )

const author = systemAuthor('Tasks that wait too long')

async function remindOrEscalate(
  db: Knex,
  task: ApprovalTask,
  { escalates, reminds }: { escalates: boolean; reminds: boolean },
) {
  try {
    await transact(db, async trx => {
      const second = escalates ? await escalationTarget(trx, task) : null
      const changes: Partial<ApprovalTask> = {
        ...(reminds && { remindedAt: now() }),
        ...(escalates && { escalatedAt: now(), escalatedToUserId: second }),
      }
      const after = await updateRow(trx, approvalTask, task, changes, author)
      if (reminds) await notifyDeciders(trx, task, 'TASK_REMINDER')
      if (second !== null) await notifyDeciders(trx, after, 'TASK_ESCALATED')
    })
    return true
  } catch (error) {
    if (isStale(error)) return false
    throw error
  }
}

/**
 * Finds the user to whom a late task is escalated: the nearest manager of the assignee who may decide in the queue, or
 * else the head of the cluster, and last the head of the SBU, who decides in every queue; never whose own order it is.
 * Null when there is nobody.
 */
async function escalationTarget(db: Knex, task: ApprovalTask): Promise<number | null> {
  const head = await headOf(db, task)
  const candidates = [...(await managersAbove(db, task)), ...(head === null ? [] : [head])].filter(
    employeeId => employeeId !== task.starterEmployeeId,
  )
  if (candidates.length === 0) return null
  const logins: { id: number; employeeId: number }[] = await db('approval_task')
    .join('order', 'order.id', 'approval_task.orderId')
    .join('sbu', 'sbu.id', 'order.sbuId')
    .join('user', join => join.onIn('user.employeeId', candidates))
    .where({ 'approval_task.id': task.id, 'user.isLocked': 0 })
    .where(worksToday())
    .where(mayDecideHere(db, 'user'))
    .whereNotIn('user.id', [task.assigneeUserId ?? 0, await placerOf(db, task)])
    .orderBy('user.id')
    .select('user.id', 'user.employeeId')
  const [target] = candidates.flatMap(employeeId => logins.find(login => login.employeeId === employeeId) ?? [])
  return target?.id ?? null
}

async function placerOf(db: Knex, { orderId }: ApprovalTask): Promise<number> {
  const { placedById } = await db('order').where({ id: orderId }).first('placedById')
  return placedById
}

async function headOf(db: Knex, { orderId }: ApprovalTask): Promise<number | null> {
  const unit = await db('order').join('sbu', 'sbu.id', 'order.sbuId').where('order.id', orderId).first('headEmployeeId')
  return unit?.headEmployeeId ?? null
}

/** The managers of the assignee, nearest first; without any, the head of the cluster. */
async function managersAbove(db: Knex, { orderId, assigneeUserId }: ApprovalTask): Promise<number[]> {
  if (assigneeUserId === null) return []
  const managers: number[] = []
  const own = await db('user').where({ id: assigneeUserId }).first('employeeId')
  let next = await managerOf(db, own?.employeeId)
  while (next !== null && !managers.includes(next) && managers.length < 8) {
    managers.push(next)
    next = await managerOf(db, next)
  }
  return managers.length > 0 ? managers : clusterHeadOf(db, orderId)
}

async function managerOf(db: Knex, employeeId: number | null | undefined): Promise<number | null> {
  if (!employeeId) return null
  const employee = await db('employee').where({ id: employeeId }).first('managerId')
  return employee?.managerId ?? null
}
