import type { Knex } from 'knex'
import { momentText, percentText, quantityText, rupees } from '../../../resources/define/show.ts'
import { stepsDecidedByMail } from '../../../resources/orders/approval-link.ts'
import type { ApprovalTask } from '../../../resources/orders/approval-task.ts'
import type { Trigger } from '../../../resources/orders/approvals/approval-facts.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { seesAmounts } from '../../../resources/orders/order-mails.ts'
import { approvalInSentence } from '../../../resources/orders/order-status.ts'
import { changeText } from '../../../resources/orders/terms/terms.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { sendMails } from '../../mail/messages.ts'
import { createApprovalLinks } from '../approvals/approval-links.ts'
import { readOrder } from '../move-order.ts'
import { changesToAccept } from '../terms/kept-terms.ts'
import { readerOf } from './mail-receivers.ts'
import { mailTo, orderMailValues, receiverMailValues } from './mail-values.ts'

interface Decider {
  id: number
  name: string
  email: string
  customerId: number | null
}

/** Mails a task to its deciders, each with a personal link where the task can be decided by mail. */
export async function mailDeciders(
  trx: Knex,
  task: ApprovalTask,
  template: string,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const order = await readOrder(trx, task.orderId)
  const deciders: Decider[] = await trx('user')
    .whereIn('id', [...new Set(userIds)])
    .orderBy('id')
    .select('id', 'name', 'email', 'customerId')
  const byMail = stepsDecidedByMail.includes(task.step)
  const ids = deciders.map(({ id }) => id)
  const links = byMail ? await createApprovalLinks(trx, task.id, ids) : new Map<number, string>()
  const orderValues = {
    ...(await orderMailValues(trx, order)),
    ...(await taskValues(trx, task)),
    // Heads of an SBU may have no page of the queue.
    link: `${PORTAL}/orders/order-history/${order.id}`,
  }
  const mails: Parameters<typeof sendMails>[1][number][] = []
  for (const { id, name, email, customerId } of deciders) {
    const receiver = { name, to: email, reader: await readerOf(trx, customerId, order), whom: name }
    const link = links.get(id)
    // Customers are not told of our due times.
    const isAsked = task.step === 'ACCEPTANCE' && (template === 'TASK_ASSIGNED' || customerId !== null)
    mails.push({
      ...mailTo(receiver, order, isAsked ? 'ACCEPTANCE_NEEDED' : template),
      values: {
        ...orderValues,
        ...receiverMailValues(receiver, order),
        changes: isAsked ? await changesText(trx, order, seesAmounts(receiver.reader)) : '',
        ...(!link && { approveLink: 'please sign in for this one' }),
      },
      ...(link && { secrets: { approveLink: link } }),
    })
  }
  await sendMails(trx, mails)
}

async function taskValues(db: Knex, task: ApprovalTask) {
  const assignee =
    task.assigneeUserId === null ? undefined : await db('user').where({ id: task.assigneeUserId }).first('name')
  return {
    step: approvalInSentence(task.step),
    measured: measuredText(task) ?? '',
    dueAt: momentText(task.dueAt),
    assignedAt: momentText(task.createdAt),
    assigneeName: assignee?.name ?? 'the others who may decide',
  }
}

/** What the receiver is asked to accept, a line each; empty where an order was placed for them. */
async function changesText(db: Knex, order: Order, withAmounts: boolean): Promise<string> {
  const changes = await changesToAccept(db, order, withAmounts)
  return changes.length === 0 ? '' : ['Changed since you saw it:', ...changes.map(changeText)].join('\n')
}

/** What is measured with its name in the queue: `Discount: 12.60 %`, or why it is asked; null where nothing is measured. */
export function measuredText(task: Pick<ApprovalTask, 'step' | 'measuredValue' | 'triggerJson'>): string | null {
  const { measure, unit } = queueOf(task.step)
  const { measuredValue } = task
  if (measure === null) return null
  if (measuredValue === null) return `${(task.triggerJson as Trigger).reason}.`
  const texts = { MONEY: rupees, PERCENT: percentText, QUANTITY: quantityText }
  return `${measure.replace(' ₹', '')}: ${texts[unit ?? 'QUANTITY'](measuredValue)}`
}
