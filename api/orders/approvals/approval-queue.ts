import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { officeMinutes } from '../../../resources/define/dates.ts'
import type { ListPage } from '../../../resources/define/list-page.ts'
import { approvalTask } from '../../../resources/orders/approval-task.ts'
import type { Trigger } from '../../../resources/orders/approvals/approval-facts.ts'
import { decidesIn, rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import type { QueueRow, WaitingCount } from '../../../resources/orders/approvals/queue-row.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { type ApprovalStep, approvalSteps } from '../../../resources/trade.ts'
import { readId } from '../../derive/list/query.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { readableColumnsOfRows } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { requirePerson } from '../../derive/rights/require-person.ts'
import type { Call } from '../../derive/service.ts'
import { now } from '../../platform/clock.ts'
import { forbidden, invalidField } from '../../platform/errors.ts'
import { decidableBy } from './deciders.ts'
import { officeHolidays } from './office-holidays.ts'
import { isSbuHead, queuesAsHead } from './queues-as-head.ts'

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
 * `GET /api/approval-queue?step=MY_APPROVAL`: the open tasks of a queue that the person may decide, or with `of=scope`
 * those of all orders that they may read; filtered by `sbuId`, `customerId` and `overdue=true`, sorted, in pages of at
 * most 100. Each has its age and the time left until it is due in office minutes, negative when overdue.
 */
export const approvalQueue = (db: Knex) => ({
  async find(call: Call): Promise<ListPage<QueueRow>> {
    const person = requirePerson(call)
    const request = readRequest(call.query ?? {}, person)
    await demandQueue(db, person, request.step, request.inScope)
    const rows = () => filtered(tasksOf(db, request.step), db, request, person)
    const [{ total }] = (await rows().count({ total: '*' })) as [{ total: number }]
    const tasks: QueueTask[] = await rows()
      .leftJoin('user as assignee', 'assignee.id', 'approval_task.assigneeUserId')
      .leftJoin('role', 'role.id', 'approval_task.assigneeRoleId')
      .leftJoin('user as second', 'second.id', 'approval_task.escalatedToUserId')
      .orderBy(request.sort.column, request.sort.direction)
      .orderBy('approval_task.id')
      .limit(request.limit)
      .offset(request.skip)
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
    return { total: Number(total), limit: request.limit, skip: request.skip, data }
  },
})

/**
 * `GET /api/approval-counts`: how many tasks of each queue the person may decide now, how many of these are
 * overdue, and since when the oldest waits.
 */
export const approvalCounts = (db: Knex) => ({
  async find(call: Call): Promise<WaitingCount[]> {
    const person = requirePerson(call)
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
  },
})

/**
 * Throws 403 unless the person decides in the queue or is an auditor. Heads of an SBU see only the tasks that wait for
 * them.
 */
async function demandQueue(db: Knex, person: Person, step: ApprovalStep, inScope: boolean) {
  if (!can(person, 'readEveryQueue')) await demandDecider(db, person, step, inScope)
}

/** Throws 403 unless the person decides in the queue, by their roles or as head of an SBU. */
export async function demandDecider(db: Knex, person: Person, step: ApprovalStep, inScope = false) {
  if (decidesIn(person, step)) return
  if (!inScope && (await isSbuHead(db, person))) return
  throw forbidden(`${queueOf(step).title}: deciding here needs one of the roles ${rolesDeciding[step].join(', ')}`)
}

const tasksOf = (db: Knex, step: ApprovalStep) =>
  db('approval_task')
    .join('order', 'order.id', 'approval_task.orderId')
    .join('customer', 'customer.id', 'order.customerId')
    .join('sbu', 'sbu.id', 'order.sbuId')
    .join('user', 'user.id', 'order.placedById')
    .where({ 'approval_task.step': step, 'approval_task.status': 'PENDING' })

function filtered(tasks: Knex.QueryBuilder, db: Knex, request: QueueRequest, person: Person) {
  if (request.inScope) restrict(tasks, db, approvalTask, person, 'read')
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

interface QueueTask
  extends Omit<
    QueueRow,
    'ageMinutes' | 'leftMinutes' | 'waitsFor' | 'grossValue' | 'measuredValue' | 'level' | 'dueAt' | 'reason'
  > {
  level: number
  dueAt: string
  grossValue: number
  measuredValue: number | null
  /** JSON text, or what a database makes of it. */
  triggerJson: string | Trigger | null
  customerName: string
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
    ...(taskColumns.includes('triggerJson') && { reason: reasonIn(triggerJson) }),
    ageMinutes: officeMinutes(row.createdAt, at, holidays),
    ...(taskColumns.includes('dueAt') && { level, dueAt, leftMinutes: officeMinutes(at, dueAt, holidays) }),
  }
}

function reasonIn(trigger: QueueTask['triggerJson']): string | null {
  const known: Trigger | null = typeof trigger === 'string' ? JSON.parse(trigger) : trigger
  return known?.reason ?? null
}

interface QueueRequest {
  step: ApprovalStep
  inScope: boolean
  sbuId: number | undefined
  customerId: number | undefined
  overdue: boolean
  sort: { column: string; direction: 'asc' | 'desc' }
  limit: number
  skip: number
}

function readRequest(query: Record<string, unknown>, person: Person): QueueRequest {
  const { step, of = 'mine', overdue, sbuId, customerId, $sort = { dueAt: 1 }, $limit = MAX_ROWS, $skip = 0 } = query
  if (!(approvalSteps as readonly unknown[]).includes(step))
    throw invalidField('step', 'ENUM', `step must be one of ${approvalSteps.join(', ')}`)
  if (of !== 'mine' && of !== 'scope') throw invalidField('of', 'ENUM', 'of must be mine or scope')
  if (overdue !== undefined && overdue !== 'true' && overdue !== 'false')
    throw invalidField('overdue', 'TYPE', 'overdue must be true or false')
  return {
    step: step as ApprovalStep,
    inScope: of === 'scope',
    sbuId: readRowId('sbuId', sbuId),
    customerId: readRowId('customerId', customerId),
    overdue: overdue === 'true',
    sort: readSort($sort, person),
    limit: Math.min(MAX_ROWS, readWholeNumber('$limit', $limit)),
    skip: readWholeNumber('$skip', $skip),
  }
}

function readRowId(field: string, given: unknown): number | undefined {
  if (given === undefined) return undefined
  const id = readId(given)
  if (id === undefined) throw invalidField(field, 'TYPE', `${field} must be the number of a row`)
  return id
}

function readWholeNumber(field: string, given: unknown): number {
  if (!/^\d{1,6}$/.test(String(given))) throw invalidField(field, 'TYPE', `${field} must be a whole number`)
  return Number(given)
}

function readSort(given: unknown, { userType }: Person): QueueRequest['sort'] {
  const sortColumns = userType === 'EMPLOYEE' ? sortsOfEmployees : sorts
  const [name = '', direction] = Object.entries((given ?? {}) as Record<string, unknown>)[0] ?? []
  if (!Object.hasOwn(sortColumns, name))
    throw invalidField('$sort', 'ENUM', `$sort must name one of ${Object.keys(sortColumns).join(', ')}`)
  return { column: sortColumns[name]!, direction: String(direction) === '-1' ? 'desc' : 'asc' }
}
