import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { officeMinutes } from '../../../resources/define/dates.ts'
import type { ListPage } from '../../../resources/define/list-page.ts'
import { approvalTask } from '../../../resources/orders/approval-task.ts'
import type { Trigger } from '../../../resources/orders/approvals/approval-facts.ts'
import { decidesIn, rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import type { QueueQuery } from '../../../resources/orders/approvals/commands.ts'
import type { QueueRow, WaitingCount } from '../../../resources/orders/approvals/queue-row.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { type ApprovalStep, approvalSteps } from '../../../resources/trade.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { readableColumnsOfRows } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { now } from '../../platform/clock.ts'
import { forbidden, invalidField } from '../../platform/errors.ts'
import { decidableBy } from './deciders.ts'
import { officeHolidays } from './office-holidays.ts'
import { decidesLast, queuesAsHead } from './queues-as-head.ts'

const MAX_ROWS = 100

/** The columns by which a queue may be sorted; sorted by `dueAt`, the most urgent come first. */
const sorts: Record<string, string> = {
  dueAt: 'approval_task.dueAt',
  createdAt: 'approval_task.createdAt',
  orderNo: 'order.orderNo',
  orderDate: 'order.orderDate',
  customerName: 'customer.name',
  sbu: 'sbu.code',
}
/** Only employees sort by amounts, because they read them on every order. */
const sortsOfEmployees: Record<string, string> = {
  ...sorts,
  grossValue: 'order.grossValue',
  measuredValue: 'approval_task.measuredValue',
}

/**
 * The open tasks of a queue that the person may decide, or those of all orders that they may read; filtered, sorted, in
 * pages of at most 100. Each has its age and the time left until it is due in office minutes, negative when overdue.
 */
export async function queuePage(db: Knex, query: QueueQuery, person: Person): Promise<ListPage<QueueRow>> {
  const { step, $skip: skip } = query
  const limit = Math.min(MAX_ROWS, query.$limit)
  const sort = readSort(query.$sort ?? { dueAt: 1 }, person)
  await demandQueue(db, person, step, query.of === 'scope')
  const rows = () => filtered(tasksOf(db, step), db, query, person)
  const [{ total }] = (await rows().count({ total: '*' })) as [{ total: number }]
  const tasks: QueueTask[] = await rows()
    .leftJoin('user as assignee', 'assignee.id', 'approval_task.assigneeUserId')
    .leftJoin('role', 'role.id', 'approval_task.assigneeRoleId')
    .leftJoin('user as second', 'second.id', 'approval_task.escalatedToUserId')
    .orderBy(sort.column, sort.direction)
    .orderBy('approval_task.id')
    .limit(limit)
    .offset(skip)
    .select(...columns)
  const holidays = await officeHolidays(db)
  const orderColumnsOf = await readableColumnsOfRows(
    db,
    orders,
    person,
    tasks.map(({ orderId }) => orderId),
  )
  const taskColumnsOf = await readableColumnsOfRows(
    db,
    approvalTask,
    person,
    tasks.map(({ id }) => id),
  )
  const data = tasks.map(row => toQueueRow(row, holidays, orderColumnsOf(row.orderId), taskColumnsOf(row.id)))
  return { total: Number(total), limit, skip, data }
}

/** How many tasks of each queue the person may decide now, how many of these are overdue, and since when the oldest waits. */
export async function waitingCounts(db: Knex, person: Person): Promise<WaitingCount[]> {
  const asHead = await queuesAsHead(db, person)
  const steps = approvalSteps.filter(step => decidesIn(person, step) || asHead.includes(step))
  const counted: WaitingCount[] =
    steps.length === 0
      ? []
      : await db('approval_task')
          .where('approval_task.status', 'PENDING')
          .whereIn('approval_task.step', steps)
          .where(decidableBy(db, person))
          .groupBy('approval_task.step')
          .select('approval_task.step')
          .count({ total: '*' })
          .min({ oldest: 'approval_task.createdAt' })
          .select(db.raw('sum(case when ?? < ? then 1 else 0 end) as overdue', ['approval_task.dueAt', now()]))
  const byStep = new Map(counted.map(row => [row.step, row]))
  return steps.map(step => {
    const { total = 0, overdue = 0, oldest = null } = byStep.get(step) ?? {}
    return { step, total: Number(total), overdue: Number(overdue), oldest }
  })
}

/** Throws 403 unless the person decides in the queue or is an auditor. Heads of an SBU and the final approver see only their own tasks. */
async function demandQueue(db: Knex, person: Person, step: ApprovalStep, inScope: boolean) {
  if (!can(person, 'readEveryQueue')) await demandDecider(db, person, step, inScope)
}

/** Throws 403 unless the person decides in the queue, by their roles, or as head of an SBU or final approver. */
export async function demandDecider(db: Knex, person: Person, step: ApprovalStep, inScope = false) {
  if (decidesIn(person, step)) return
  if (!inScope && (await decidesLast(db, person))) return
  throw forbidden(`${queueOf(step).title}: deciding here needs one of the roles ${rolesDeciding[step].join(', ')}`)
}

const tasksOf = (db: Knex, step: ApprovalStep) =>
  db('approval_task')
    .join('order', 'order.id', 'approval_task.orderId')
    .join('customer', 'customer.id', 'order.customerId')
    .join('sbu', 'sbu.id', 'order.sbuId')
    .join('user', 'user.id', 'order.placedById')
    .where({ 'approval_task.step': step, 'approval_task.status': 'PENDING' })

function filtered(tasks: Knex.QueryBuilder, db: Knex, request: QueueQuery, person: Person) {
  if (request.of === 'scope') restrict(tasks, db, approvalTask, person, 'read')
  else tasks.where(decidableBy(db, person))
  if (request.sbuId) tasks.where('order.sbuId', request.sbuId)
  if (request.customerId) tasks.where('order.customerId', request.customerId)
  if (request.overdue) tasks.where('approval_task.dueAt', '<', now())
  return tasks
}

const columns = [
  'approval_task.id',
  'approval_task.taskNo',
  'approval_task.level',
  'approval_task.measuredValue',
  'approval_task.triggerJson',
  'approval_task.dueAt',
  'approval_task.createdAt',
  'approval_task.remindedAt',
  'approval_task.assigneeCustomerId',
  'order.id as orderId',
  'order.orderNo',
  'order.orderDate',
  'order.grossValue',
  'order.rowVersion',
  'customer.code as customerCode',
  'customer.name as customerName',
  'sbu.code as sbu',
  'user.name as placedBy',
  'assignee.name as assignee',
  'role.name as assigneeRole',
  'second.name as escalatedTo',
]

interface QueueTask extends Omit<QueueRow, 'ageMinutes' | 'leftMinutes' | 'waitsFor' | 'reason'> {
  /** JSON text, or what a database makes of it. */
  triggerJson: string | Trigger | null
  assigneeCustomerId: number | null
  assignee: string | null
  assigneeRole: string | null
}

/** A row of the queue with its office time, as far as the person may read it. */
function toQueueRow(
  task: QueueTask,
  holidays: ReadonlySet<string>,
  orderColumns: readonly string[],
  taskColumns: readonly string[],
): QueueRow {
  const { grossValue, measuredValue, triggerJson, assignee, assigneeRole, assigneeCustomerId, ...rest } = task
  const { escalatedTo, level, dueAt, ...row } = rest
  const at = now()
  const several = assigneeCustomerId === null ? 'One of several' : row.customerName
  return {
    ...row,
    waitsFor: taskColumns.includes('assigneeUserId') ? (assignee ?? assigneeRole ?? several) : null,
    escalatedTo: taskColumns.includes('escalatedToUserId') ? escalatedTo : null,
    ...(orderColumns.includes('grossValue') && { grossValue }),
    ...(taskColumns.includes('measuredValue') && { measuredValue }),
    reason: taskColumns.includes('triggerJson') ? reasonIn(triggerJson) : null,
    ageMinutes: officeMinutes(row.createdAt, at, holidays),
    ...(taskColumns.includes('dueAt') && { level, dueAt }),
    leftMinutes: taskColumns.includes('dueAt') ? officeMinutes(at, dueAt, holidays) : null,
  } as QueueRow
}

function reasonIn(trigger: QueueTask['triggerJson']): string | null {
  const parsedTrigger: Trigger | null = typeof trigger === 'string' ? JSON.parse(trigger) : trigger
  return parsedTrigger?.reason ?? null
}

/** The column and direction of a sort. Throws 400 for a column that the person does not sort by. */
function readSort(given: Readonly<Record<string, unknown>>, { userType }: Person) {
  const sortColumns = userType === 'EMPLOYEE' ? sortsOfEmployees : sorts
  const [name = '', direction] = Object.entries(given)[0] ?? []
  if (!Object.hasOwn(sortColumns, name))
    throw invalidField('$sort', 'ENUM', `$sort must name one of ${Object.keys(sortColumns).join(', ')}`)
  return { column: sortColumns[name]!, direction: String(direction) === '-1' ? ('desc' as const) : ('asc' as const) }
}
