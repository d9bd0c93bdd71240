import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import type { ApprovalTask } from '../../../resources/orders/approval-task.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import { notify } from '../../mail/notify.ts'
import { mailDeciders } from '../mail/mail-deciders.ts'
import { decidersOf } from './deciders.ts'

type TaskTemplate = 'TASK_ASSIGNED' | 'TASK_REMINDER' | 'TASK_ESCALATED'

const titles: Record<TaskTemplate, (orderNo: string) => string> = {
  TASK_ASSIGNED: orderNo => `Order ${orderNo} is waiting for your decision`,
  TASK_REMINDER: orderNo => `Order ${orderNo} is due for your decision`,
  TASK_ESCALATED: orderNo => `Order ${orderNo} is overdue and came to you`,
}

/**
 * Notifies and mails everybody who may decide a task that it is assigned, due or escalated, in the transaction of the
 * cause. An escalation is sent only to the second assignee.
 */
export async function notifyDeciders(trx: Knex, task: ApprovalTask, template: TaskTemplate): Promise<void> {
  const users =
    template === 'TASK_ESCALATED' ? [task.escalatedToUserId!] : (await decidersOf(trx, [task.id])).get(task.id)!
  const order: { orderNo: string; grossValue: number; name: string } = await trx('order')
    .join('customer', 'customer.id', 'order.customerId')
    .where('order.id', task.orderId)
    .first('order.orderNo', 'order.grossValue', 'customer.name')
  // Customers who accept an order may buy through a distributor, whose amounts they do not see.
  const about = task.step === 'ACCEPTANCE' ? order.name : `${order.name}, ${rupees(order.grossValue)}`
  await notify(trx, users, {
    title: titles[template](order.orderNo),
    body: `${about}: ${queueOf(task.step).title}`,
    // Heads of an SBU may have no page of the queue.
    link: `/orders/order-history/${task.orderId}`,
  })
  await mailDeciders(trx, task, template, users)
}
