import type { Knex } from 'knex'
import { type ApprovalTask, approvalTask } from '../../../resources/orders/approval-task.ts'
import { decidesIn, rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Author, updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { goOn } from '../advance-order.ts'
import { approveDocuments, rejectDocuments } from '../documents/decide-documents.ts'
import { moveOrder, type Order } from '../move-order.ts'
import type { Asked } from '../step-input.ts'
import { closeTasks } from './approval-tasks.ts'
import { mayDecide } from './deciders.ts'
import { principalOf } from './principal.ts'

/** The open task of an order that the person may decide now; else undefined. */
export async function taskOf(db: Knex, orderId: number, person: Person): Promise<ApprovalTask | undefined> {
  const [task] = await rowsOf(db, approvalTask, rows =>
    rows.where({ orderId, status: 'PENDING' }).where(mayDecide(db, person)),
  )
  return task
}

/**
 * The open task of an order that the person is to decide. Throws 403 TASK_NOT_YOURS when it waits for somebody else, 403
 * when his roles do not decide in that queue or the order is his own, and 409 TASK_ALREADY_DONE when it waits for no
 * decision.
 */
export async function needTask(trx: Knex, orderId: number, person: Person): Promise<ApprovalTask> {
  const task = await taskOf(trx, orderId, person)
  if (task) return task
  const [open] = await rowsOf(trx, approvalTask, rows => rows.where({ orderId, status: 'PENDING' }))
  if (!open) throw conflict('TASK_ALREADY_DONE', 'This order waits for no decision: load it again to see how it stands')
  if (open.assigneeUserId === person.id && !decidesIn(person, open.step))
    throw forbidden(`Deciding here needs one of the roles ${rolesDeciding[open.step].join(', ')}`)
  const { placedById } = await trx('order').where({ id: orderId }).first('placedById')
  if (placedById === person.id) throw forbidden('Nobody approves an order he placed himself', 'TASK_NOT_YOURS')
  throw forbidden('This order waits for the decision of somebody else', 'TASK_NOT_YOURS')
}

async function close(
  trx: Knex,
  task: ApprovalTask,
  status: 'APPROVED' | 'REJECTED' | 'SENT_BACK',
  { remark, reasonCodeId = null }: Partial<Said>,
  author: Author,
) {
  const changes = { status, actedById: author.id, actedAt: now(), remarks: remark ?? null, reasonCodeId }
  await updateRow(trx, approvalTask, task, changes, author)
}

/** What a person says with a step, and who he is. */
export interface Said extends Asked {
  person: Person
  author: Author
}

/** A decision, and why. */
export type Decision = Pick<Said, 'remark' | 'person' | 'author'> & Partial<Pick<Said, 'reasonCodeId'>>

/** In whose name a decision is written, and for whom where he stands in. */
async function decidingFor(trx: Knex, task: ApprovalTask, { person, author }: Decision): Promise<Author> {
  const principal = await principalOf(trx, task, person)
  return principal ? { ...author, onBehalfOfId: principal.id } : author
}

/** Approves the person's task; the order goes to its next approval or to SAP (§D.2, 4). Nobody approves an order he placed. */
export const approveOrder = (trx: Knex, order: Order, said: Decision): Promise<Order> =>
  passOrder(trx, order, said, 'approve')

/** Accepts an order as it was placed or changed for somebody (§D.2, 8); he may have placed it himself. */
export const acceptOrder = (trx: Knex, order: Order, said: Decision): Promise<Order> =>
  passOrder(trx, order, said, 'accept')

async function passOrder(trx: Knex, order: Order, said: Decision, step: 'approve' | 'accept'): Promise<Order> {
  const { remark, person } = said
  const task = await needTask(trx, order.id, person)
  const author = await decidingFor(trx, task, said)
  await close(trx, task, 'APPROVED', said, author)
  if (task.step === 'EUD') await approveDocuments(trx, order, author)
  return goOn(trx, order, step, remark, author)
}

/** Rejects the whole order (§D.2, 5); `decline` where it waited for acceptance. */
export async function rejectOrder(
  trx: Knex,
  order: Order,
  said: Decision,
  step: 'reject' | 'decline' = 'reject',
): Promise<Order> {
  const { remark, reasonCodeId = null, person } = said
  const task = await needTask(trx, order.id, person)
  const author = await decidingFor(trx, task, said)
  await close(trx, task, 'REJECTED', said, author)
  if (task.step === 'EUD') await rejectDocuments(trx, order, author, { reasonCodeId })
  await closeTasks(trx, order.id, author)
  const changes = { currentTaskId: null }
  return moveOrder(trx, order, { step, status: 'REJECTED', remark, reasonCodeId, changes }, author)
}

/** Gives the order back to its creator, who corrects and submits it again under the same number (§D.2, 6 and 9). */
export async function sendBackOrder(
  trx: Knex,
  order: Order,
  said: Decision,
  step: 'sendBack' | 'decline' = 'sendBack',
): Promise<Order> {
  const { remark, reasonCodeId = null, person } = said
  const task = await needTask(trx, order.id, person)
  const author = await decidingFor(trx, task, said)
  await close(trx, task, 'SENT_BACK', said, author)
  await closeTasks(trx, order.id, author)
  const changes = { currentTaskId: null, approvalRound: order.approvalRound + 1 }
  return moveOrder(trx, order, { step, status: 'DRAFT', remark, reasonCodeId, changes }, author)
}
