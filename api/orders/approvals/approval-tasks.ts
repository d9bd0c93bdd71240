import type { Knex } from 'knex'
import { afterOfficeHours } from '../../../resources/define/dates.ts'
import { rupees } from '../../../resources/define/show.ts'
import { type ApprovalTask, approvalTask } from '../../../resources/orders/approval-task.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import type { NextTask } from '../../../resources/orders/approvals/route.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { taskAssignee } from '../../../resources/orders/task-assignee.ts'
import type { Role } from '../../../resources/roles.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { notify } from '../../mail/notify.ts'
import { now, today } from '../../platform/clock.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { readSettings } from '../../platform/settings.ts'
import { mailDeciders } from '../mail/mail-deciders.ts'
import { decidersOf } from './deciders.ts'
import type { FoundRoute } from './find-route.ts'
import { officeHolidays } from './office-holidays.ts'

/**
 * Opens the task of the next level of a route and cancels all other open tasks of the order. A task that is open
 * already gets the new figures. Returns the task's id.
 */
export async function openNextTask(
  trx: Knex,
  order: Order,
  task: NextTask,
  route: FoundRoute,
  author: Author,
): Promise<number> {
  const open = await openTasks(trx, order.id)
  for (const other of open.filter(({ id }) => id !== task.openTaskId)) await cancel(trx, other, author)
  const current = open.find(({ id }) => id === task.openTaskId)
  if (!current) return openTask(trx, order, task, route, author)
  const { rule, limitValue, measuredValue, triggerJson, fingerprint } = task
  const isUnchanged =
    current.fingerprint === fingerprint &&
    current.measuredValue === measuredValue &&
    current.rule === rule &&
    current.limitValue === limitValue
  const figures = { rule, limitValue, measuredValue, triggerJson, fingerprint, trace: route.routeTrace }
  if (!isUnchanged) await updateRow(trx, approvalTask, current, figures, author)
  return current.id
}

async function openTask(trx: Knex, order: Order, task: NextTask, route: FoundRoute, author: Author): Promise<number> {
  const { userIds, role, customerId } = task.assignee
  const row: Partial<ApprovalTask> = {
    taskNo: await nextNumber(trx, 'AT', today()),
    orderId: order.id,
    step: task.step,
    seq: task.seq,
    level: task.level,
    round: task.round,
    rule: task.rule,
    assigneeUserId: userIds.length === 1 ? userIds[0]! : null,
    assigneeRoleId: role === null ? null : await roleId(trx, role),
    assigneeCustomerId: customerId,
    starterEmployeeId: route.starterEmployeeId,
    measuredValue: task.measuredValue,
    limitValue: task.limitValue,
    triggerJson: task.triggerJson,
    fingerprint: task.fingerprint,
    trace: route.routeTrace,
    status: 'PENDING',
    dueAt: await dueAt(trx),
  }
  const [newTask] = await insertRows(trx, approvalTask, [row], author)
  const approvalTaskId = newTask!.id
  const several = userIds.length > 1 ? userIds : []
  const assignees = several.map(userId => ({ orderId: order.id, approvalTaskId, userId }))
  await insertRows(trx, taskAssignee, assignees, author)
  await notifyDeciders(trx, newTask!, 'TASK_ASSIGNED')
  return approvalTaskId
}

const roleId = async (db: Knex, code: Role): Promise<number> => (await db('role').where({ code }).first('id')).id

/** The time until which a decision is due: `approval.sla_hours` of office time (Mon–Sat 09:00–18:00) from now. */
async function dueAt(db: Knex): Promise<string> {
  const settings = await readSettings(db)
  return afterOfficeHours(now(), settings['approval.sla_hours'], await officeHolidays(db))
}

const openTasks = (db: Knex, orderId: number) =>
  rowsOf(db, approvalTask, rows => rows.where({ orderId, status: 'PENDING' }))

const cancel = (trx: Knex, task: ApprovalTask, author: Author) =>
  updateRow(trx, approvalTask, task, { status: 'CANCELLED' }, author)

/** Cancels every open task of an order. */
export async function cancelOpenTasks(trx: Knex, orderId: number, author: Author) {
  for (const task of await openTasks(trx, orderId)) await cancel(trx, task, author)
}

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
