import type { Knex } from 'knex'
import { type ApprovalTask, approvalTask } from '../../../resources/orders/approval-task.ts'
import { decidesIn, rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { Person } from '../../derive/rights/person.ts'
import { worksToday } from '../../derive/rights/works-today.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, today } from '../../platform/clock.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { advanceOrder } from '../advance-order.ts'
import { approveDocuments, rejectDocuments } from '../documents/decide-documents.ts'
import { moveOrder } from '../move-order.ts'
import type { StepFields } from '../step-fields.ts'
import { acceptTerms } from '../terms/kept-terms.ts'
import { cancelOpenTasks } from './approval-tasks.ts'
import { authorityOf } from './authority-of.ts'
import { decidableBy } from './deciders.ts'

/** The open task of an order if the person may decide it now, else undefined. */
export async function decidableTask(db: Knex, orderId: number, person: Person): Promise<ApprovalTask | undefined> {
  const [task] = await rowsOf(db, approvalTask, rows =>
    rows.where({ orderId, status: 'PENDING' }).where(decidableBy(db, person)),
  )
  return task
}

/**
 * The open task of an order that the person decides. Throws 403 TASK_NOT_YOURS when it waits for somebody else or the
 * person placed the order, 403 when their roles do not decide in that queue, and 409 TASK_ALREADY_DONE when no task is
 * open.
 */
export async function needTask(trx: Knex, orderId: number, person: Person): Promise<ApprovalTask> {
  const task = await decidableTask(trx, orderId, person)
  if (task) return task
  const [pending] = await rowsOf(trx, approvalTask, rows => rows.where({ orderId, status: 'PENDING' }))
  if (!pending)
    throw conflict('TASK_ALREADY_DONE', 'This order is not waiting for a decision: reload it to see its status')
  if (pending.assigneeUserId === person.id && !decidesIn(person, pending.step))
    throw forbidden(`Deciding here needs one of the roles ${rolesDeciding[pending.step].join(', ')}`)
  const { placedById } = await trx('order').where({ id: orderId }).first('placedById')
  if (placedById === person.id)
    throw forbidden('You cannot approve an order that you placed yourself', 'TASK_NOT_YOURS')
  throw forbidden('This order is waiting for another person’s decision', 'TASK_NOT_YOURS')
}

async function closeTask(
  trx: Knex,
  task: ApprovalTask,
  status: 'APPROVED' | 'REJECTED' | 'SENT_BACK',
  { remark, reasonCodeId = null }: Partial<StepCommand>,
  author: Author,
  more: Partial<ApprovalTask> = {},
) {
  const changes = { ...more, status, actedById: author.id, actedAt: now(), remarks: remark ?? null, reasonCodeId }
  await updateRow(trx, approvalTask, task, changes, author)
}

/** The input of a step and the person who takes it. */
export interface StepCommand extends StepFields {
  person: Person
  author: Author
}

/** The input of a decision and who decides. */
export type DecisionCommand = Pick<StepCommand, 'remark' | 'person' | 'author'> &
  Partial<Pick<StepCommand, 'reasonCodeId'>>

/** The author of a decision; delegates decide on behalf of their principal. */
async function authorOf(trx: Knex, task: ApprovalTask, { person, author }: DecisionCommand): Promise<Author> {
  const principal = await principalOf(trx, task, person)
  return principal ? { ...author, onBehalfOfId: principal.id } : author
}

/**
 * Approves the person's task; the order goes to its next approval or to SAP. Nobody approves an order that they placed.
 */
export const approveOrder = (trx: Knex, order: Order, command: DecisionCommand): Promise<Order> =>
  passOrder(trx, order, command, 'approve')

/** Accepts an order that was placed or changed for the customer; the person may have placed it themselves. */
export const acceptOrder = (trx: Knex, order: Order, command: DecisionCommand): Promise<Order> =>
  passOrder(trx, order, command, 'accept')

async function passOrder(
  trx: Knex,
  order: Order,
  command: DecisionCommand,
  step: 'approve' | 'accept',
): Promise<Order> {
  const { remark, person } = command
  const task = await needTask(trx, order.id, person)
  const author = await authorOf(trx, task, command)
  await closeTask(trx, task, 'APPROVED', command, author, await authorityOf(trx, order, task))
  if (task.step === 'EUD') await approveDocuments(trx, order, author)
  if (task.step === 'ACCEPTANCE') await acceptTerms(trx, order)
  return advanceOrder(trx, order, step, remark, author)
}

/** Rejects the whole order; the step is `decline` where it waited for acceptance. */
export async function rejectOrder(
  trx: Knex,
  order: Order,
  command: DecisionCommand,
  step: 'reject' | 'decline' = 'reject',
): Promise<Order> {
  const { remark, reasonCodeId = null, person } = command
  const task = await needTask(trx, order.id, person)
  const author = await authorOf(trx, task, command)
  await closeTask(trx, task, 'REJECTED', command, author)
  if (task.step === 'EUD') await rejectDocuments(trx, order, author, { reasonCodeId })
  await cancelOpenTasks(trx, order.id, author)
  const changes = { currentTaskId: null }
  return moveOrder(trx, order, { step, status: 'REJECTED', remark, reasonCodeId, changes }, author)
}

/**
 * Returns the order to its creator as a draft, to be corrected and submitted again under the same number. What was
 * approved holds unless the correction changes the terms.
 */
export async function sendBackOrder(
  trx: Knex,
  order: Order,
  command: DecisionCommand,
  step: 'sendBack' | 'decline' = 'sendBack',
): Promise<Order> {
  const { remark, reasonCodeId = null, person } = command
  const task = await needTask(trx, order.id, person)
  const author = await authorOf(trx, task, command)
  await closeTask(trx, task, 'SENT_BACK', command, author)
  await cancelOpenTasks(trx, order.id, author)
  const changes = { currentTaskId: null }
  return moveOrder(trx, order, { step, status: 'DRAFT', remark, reasonCodeId, changes }, author)
}

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
    .where(worksToday())
    .where('employee.delegateEmployeeId', employeeId)
    .where('employee.delegateFrom', '<=', day)
    .where('employee.delegateTo', '>=', day)
    .orderBy('user.id')
    .first('user.id', 'user.name')
}
