import type { Knex } from 'knex'
import { approvalTask } from '../../resources/orders/approval-task.ts'
import { rolesDeciding } from '../../resources/orders/approvers-by-step.ts'
import { standsInFor } from '../access-control/delegate.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, updateRow } from '../derive/write.ts'
import { now } from '../platform/clock.ts'
import { conflict, forbidden } from '../platform/errors.ts'
import type { Person } from '../platform/person.ts'
import { goOn } from './go-on.ts'
import { moveOrder, type Order } from './move-order.ts'
import { closeTasks, type Task } from './route-order.ts'

/** The open task of an order that the person may decide, himself or as the assignee's delegate of today; else undefined. */
export async function taskOf(db: Knex, orderId: number, person: Person): Promise<Task | undefined> {
  const [task] = await rowsOf(db, approvalTask, rows =>
    rows
      .where({ orderId, status: 'PENDING' })
      .where(any =>
        any.where('assigneeUserId', person.id).orWhereIn('assigneeUserId', standsInFor(db, person.employeeId)),
      ),
  )
  return task
}

/**
 * The open task of an order that the person is to decide. Throws 403 TASK_NOT_YOURS when it waits for somebody else, 403
 * when his roles do not decide in that queue, and 409 TASK_ALREADY_DONE when it waits for no decision.
 */
export async function needTask(trx: Knex, orderId: number, person: Person): Promise<Task> {
  const task = await taskOf(trx, orderId, person)
  if (task) {
    if (rolesDeciding[task.step].some(role => person.roles.includes(role))) return task
    throw forbidden(`Deciding here needs one of the roles ${rolesDeciding[task.step].join(', ')}`)
  }
  const open = await trx('approval_task').where({ orderId, status: 'PENDING' }).first('id')
  if (open) throw forbidden('This order waits for the decision of somebody else', 'TASK_NOT_YOURS')
  throw conflict('TASK_ALREADY_DONE', 'This order waits for no decision: load it again to see how it stands')
}

async function close(
  trx: Knex,
  task: Task,
  status: 'APPROVED' | 'REJECTED' | 'SENT_BACK',
  remark: string | null,
  author: Author,
) {
  const changes = { status, actedById: author.id, actedAt: now(), remarks: remark }
  await updateRow(trx, approvalTask, task, changes, author)
}

/** What a person says with a step, and who he is. */
export interface Said {
  remark: string | null
  person: Person
  author: Author
}

/** Approves the person's task; the order goes to its next approval or to SAP (§D.2, 4). Nobody approves an order he placed. */
export async function approveOrder(trx: Knex, order: Order, { remark, person, author }: Said): Promise<Order> {
  const task = await needTask(trx, order.id, person)
  if (order.placedById === person.id) throw forbidden('Nobody approves an order he placed himself')
  await close(trx, task, 'APPROVED', remark, author)
  return goOn(trx, order, 'approve', remark, author)
}

/** Rejects the whole order (§D.2, 5). */
export async function rejectOrder(trx: Knex, order: Order, { remark, person, author }: Said): Promise<Order> {
  await close(trx, await needTask(trx, order.id, person), 'REJECTED', remark, author)
  await closeTasks(trx, order.id, author)
  return moveOrder(trx, order, { step: 'reject', status: 'REJECTED', remark, changes: { currentTaskId: null } }, author)
}

/** Sends the order back to its creator, who corrects and submits it again under the same number (§D.2, 6). */
export async function sendBackOrder(trx: Knex, order: Order, { remark, person, author }: Said): Promise<Order> {
  await close(trx, await needTask(trx, order.id, person), 'SENT_BACK', remark, author)
  await closeTasks(trx, order.id, author)
  const changes = { currentTaskId: null, approvalRound: order.approvalRound + 1 }
  return moveOrder(trx, order, { step: 'sendBack', status: 'DRAFT', remark, changes }, author)
}
