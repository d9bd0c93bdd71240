import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import type { ApprovalTask } from '../../../resources/orders/approval-task.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import { notify } from '../../mail/notify.ts'
import { mailDeciders } from '../mail/mail-deciders.ts'
import { decidersOf } from './deciders.ts'

type TaskTemplate = 'TASK_ASSIGNED' | 'TASK_REMINDER' | 'TASK_ESCALATED'

const words: Record<TaskTemplate, (orderNo: string) => string> = {
  TASK_ASSIGNED: orderNo => `Order ${orderNo} waits for your decision`,
  TASK_REMINDER: orderNo => `Order ${orderNo} is due for your decision`,
  TASK_ESCALATED: orderNo => `Order ${orderNo} is overdue and came to you`,
}

/**
 * Tells everybody who may decide a task that it is there, due, or escalated to him, in the transaction of the cause;
 * an escalation is told to the second assignee alone.
 */
export async function tellDeciders(trx: Knex, task: ApprovalTask, template: TaskTemplate): Promise<void> {
  const users =
    template === 'TASK_ESCALATED' ? [task.escalatedToUserId!] : (await decidersOf(trx, [task.id])).get(task.id)!
  const order: { orderNo: string; grossValue: number; name: string } = await trx('order')
    .join('customer', 'customer.id', 'order.customerId')
    .where('order.id', task.orderId)
    .first('order.orderNo', 'order.grossValue', 'customer.name')
  // Who accepts may buy through a distributor, whose amounts he is not told.
  const about = task.step === 'ACCEPTANCE' ? order.name : `${order.name}, ${rupees(order.grossValue)}`
  await notify(trx, users, {
    title: words[template](order.orderNo),
    body: `${about}: ${queueOf(task.step).title}`,
    // The head of the SBU may be asked, who has no page of the queue.
    link: `/orders/order-history/${task.orderId}`,
  })
  await mailDeciders(trx, task, template, users)
}
