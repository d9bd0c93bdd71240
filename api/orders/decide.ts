import type { Knex } from 'knex'
import { approvalTask } from '../../resources/orders/approval-task.ts'
import { rolesDeciding } from '../../resources/orders/approvers-by-step.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { StoredRow } from '../derive/stored.ts'
import { type Author, updateRow } from '../derive/write.ts'
import { now, today } from '../platform/clock.ts'
import { conflict, forbidden } from '../platform/errors.ts'
import type { Person } from '../platform/person.ts'
import { goOn } from './go-on.ts'
import { moveOrder, type Order } from './move-order.ts'
import { closeTasks, type Task } from './route-order.ts'

/** The open task of an order that the person may decide, himself or as the assignee's delegate of today; else undefined. */
export async function taskOf(db: Knex, orderId: number, person: Person): Promise<Task | undefined> {
  const open = await rowsOf(db, approvalTask, rows => rows.where({ orderId, status: 'PENDING' }))
  for (const task of open) if (await decides(db, task, person)) return task
  return undefined
}

async function decides(db: Knex, task: Task, person: Person): Promise<boolean> {
  if (task.assigneeUserId === person.id) return true
  if (person.employeeId === null || task.assigneeUserId === null) return false
  const day = today()
  const delegating = await db('user')
    .join('employee', 'employee.id', 'user.employeeId')
    .where({ 'user.id': task.assigneeUserId, 'employee.delegateEmployeeId': person.employeeId })
    .where('employee.delegateFrom', '<=', day)
    .where('employee.delegateTo', '>=', day)
    .first('user.id')
  return delegating !== undefined
}

async function needTask(trx: Knex, order: Order, person: Person): Promise<Task> {
  const task = await taskOf(trx, order.id, person)
  if (task) {
    if (rolesDeciding[task.step].some(role => person.roles.includes(role))) return task
    throw forbidden(`Deciding here needs one of the roles ${rolesDeciding[task.step].join(', ')}`)
  }
  const open = await trx('approval_task').where({ orderId: order.id, status: 'PENDING' }).first('id')
  if (open) throw forbidden('TASK_NOT_YOURS: this order waits for somebody else’s decision')
  throw conflict('TASK_ALREADY_DONE', 'This order waits for no decision any more: load it again')
}

async function close(
  trx: Knex,
  task: Task,
  status: 'APPROVED' | 'REJECTED' | 'SENT_BACK',
  remark: string | null,
  author: Author,
) {
  const changes = { status, actedById: author.id, actedAt: now(), remarks: remark }
  await updateRow(trx, approvalTask, task as unknown as StoredRow, changes, author)
}

/** Approves the person's task; the order goes to its next approval or to SAP (§D.2, 4). Nobody approves an order he placed. */
export async function approveOrder(
  trx: Knex,
  order: Order,
  remark: string | null,
  person: Person,
  author: Author,
): Promise<Order> {
  const task = await needTask(trx, order, person)
  if (order.placedById === person.id) throw forbidden('Nobody approves an order he placed himself')
  await close(trx, task, 'APPROVED', remark, author)
  return goOn(trx, order, 'approve', remark, author)
}

/** Rejects the whole order (§D.2, 5). */
export async function rejectOrder(
  trx: Knex,
  order: Order,
  remark: string | null,
  person: Person,
  author: Author,
): Promise<Order> {
  await close(trx, await needTask(trx, order, person), 'REJECTED', remark, author)
  await closeTasks(trx, order.id, author)
  return moveOrder(trx, order, { step: 'reject', status: 'REJECTED', remark, changes: { currentTaskId: null } }, author)
}

/** Sends the order back to its creator, who corrects and submits it again under the same number (§D.2, 6). */
export async function sendBackOrder(
  trx: Knex,
  order: Order,
  remark: string | null,
  person: Person,
  author: Author,
): Promise<Order> {
  await close(trx, await needTask(trx, order, person), 'SENT_BACK', remark, author)
  await closeTasks(trx, order.id, author)
  const changes = { currentTaskId: null, approvalRound: order.approvalRound + 1 }
  return moveOrder(trx, order, { step: 'sendBack', status: 'DRAFT', remark, changes }, author)
}
