import type { Knex } from 'knex'
import { wordOf } from '../../../resources/define/process/states.ts'
import type { ApprovalLink } from '../../../resources/orders/approval-link.ts'
import type { ApprovalTask } from '../../../resources/orders/approval-task.ts'
import type { MailedChoice, MailedDecision, MailedTask } from '../../../resources/orders/approvals/commands.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { approvalInSentence } from '../../../resources/orders/order-status.ts'
import { recordEvent } from '../../derive/history/record-event.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readPerson } from '../../derive/rights/read-person.ts'
import type { Author } from '../../derive/save/author.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { measuredText } from '../mail/mail-deciders.ts'
import { readOrder } from '../move-order.ts'
import { EMPTY_STEP } from '../step-fields.ts'
import { demandReadableOrder, takeStepInTransaction } from '../take-step.ts'
import { consumeApprovalLink, findApprovalLink } from './approval-links.ts'
import { decidableTask, needTask } from './decide.ts'

/** One message for links that are used, expired, replaced or never existed, so that nobody learns which. */
const LINK_INVALID = 'This link was used or has expired: sign in to see your open tasks.'

/** The task of a link from a mail. Changes nothing, because mail scanners open links too. */
export async function mailedTask(db: Knex, token: string | null): Promise<MailedTask> {
  const { person, order, task } = await findLinkedTask(db, token)
  return summaryOf(db, person, order, task)
}

/** Approves or rejects the task of a link once, with the current rights of the mail's receiver. */
export async function decideMailed(
  trx: Knex,
  { token, step, rowVersion, remark }: MailedChoice,
  sender: Author | undefined,
): Promise<MailedDecision> {
  const { link, person, order, task } = await findLinkedTask(trx, token)
  if (!(await consumeApprovalLink(trx, link))) throw notFound(LINK_INVALID)
  const { ip = null, requestId = null } = sender ?? {}
  const author: Author = { id: person.id, source: 'UI', ip, requestId, reason: 'Decided from a mail' }
  // A decision applies only to the version that was shown.
  const input = { ...EMPTY_STEP, orderId: order.id, rowVersion, remark }
  const { orders } = await takeStepInTransaction(trx, step, input, person, author)
  const what = { orderNo: order.orderNo, step }
  await recordEvent(trx, author, {
    action: 'STATUS',
    entity: 'approval-task',
    entityId: task.id,
    businessKey: task.taskNo,
    what,
  })
  return { orderNo: order.orderNo, step, status: wordOf(orderProcess, orders[0]!.status) }
}

interface LinkedTask {
  link: ApprovalLink
  person: Person
  order: Order
  task: ApprovalTask
}

/**
 * Finds the task of a link and its receiver with their current rights. Throws 404 for every invalid link, and 409 when
 * the task is decided already.
 */
async function findLinkedTask(db: Knex, token: unknown): Promise<LinkedTask> {
  const link = await findApprovalLink(db, token)
  const person = link && (await readPerson(db, link.userId))
  if (!link || !person || person.mustChangePassword) throw notFound(LINK_INVALID)
  const { orderId } = await db('approval_task').where({ id: link.taskId }).first('orderId')
  const order = await readOrder(db, orderId)
  const task = await decidableTask(db, orderId, person)
  if (task?.id !== link.taskId)
    throw conflict('TASK_ALREADY_DONE', `Order ${order.orderNo} is no longer waiting for this decision`)
  await demandReadableOrder(db, orderId, person)
  await needTask(db, orderId, person)
  return { link, person, order, task }
}

/** A summary of the task for its decider. */
async function summaryOf(db: Knex, person: Person, order: Order, task: ApprovalTask): Promise<MailedTask> {
  const names = await db('customer').where({ id: order.customerId }).first('code', 'name')
  const placedBy = await db('user').where({ id: order.placedById }).first('name')
  const [{ lines }] = (await db('order_line')
    .where({ orderId: order.id, lineStatus: 'OPEN' })
    .count({ lines: '*' })) as [{ lines: number }]
  return {
    name: person.name,
    orderNo: order.orderNo,
    orderDate: order.orderDate,
    rowVersion: order.rowVersion,
    customer: `${names.code} ${names.name}`,
    placedBy: placedBy.name as string,
    lines: Number(lines),
    grossValue: order.grossValue,
    asked: approvalInSentence(task.step),
    why: queueOf(task.step).purpose,
    measured: measuredText(task),
    dueAt: task.dueAt,
    remarks: order.remarks,
  }
}
