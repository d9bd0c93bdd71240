import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { officeMinutes } from '../../../resources/define/dates.ts'
import type { ListPage } from '../../../resources/define/list-page.ts'
import { approvalTask } from '../../../resources/orders/approval-task.ts'
import { decidesIn, rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import type { QueueRow, WaitingCount } from '../../../resources/orders/queue-row.ts'
import { type ApprovalStep, approvalSteps } from '../../../resources/trade.ts'
import { readId } from '../../derive/list/query.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { readableOnEach } from '../../derive/rights/field-conditions.ts'
import { needPerson } from '../../derive/rights/need-person.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Call } from '../../derive/service.ts'
import { now } from '../../platform/clock.ts'
import { forbidden, invalidField } from '../../platform/errors.ts'
import { toldOf } from '../dealer-prices.ts'
import { askedAsHead, isHead } from './asked-as-head.ts'
import { mayDecide } from './deciders.ts'
import { officeHolidays } from './office-days.ts'

const MOST_ROWS = 100

/** By what a queue may be sorted; `dueAt` first breaches first. */
const sorts: Record<string, string> = {
  dueAt: 'approval_task.dueAt',
  createdAt: 'approval_task.createdAt',
  orderNo: 'order.orderNo',
  orderDate: 'order.orderDate',
  customerName: 'customer.name',
  sbu: 'sbu.code',
}
/** Amounts are sorted by for those alone who read them on every order. */
const sortsOfEmployees: Record<string, string> = {
  ...sorts,
  grossValue: 'order.grossValue',
  measuredValue: 'approval_task.measuredValue',
}

/**
 * `GET /api/approval-queue?step=MY_APPROVAL`: the open tasks of a queue that the person may decide, or with `of=scope` all
 * of orders he may read; narrowed by `sbuId`, `customerId` and `overdue=true`, sorted, in pages of at most 100. Each tells
 * the office minutes it has waited and those left until it is due, negative when overdue.
 */
export const approvalQueue = (db: Knex) => ({
  async find(call: Call): Promise<ListPage<QueueRow>> {
    const person = needPerson(call)
    const asked = readAsked(call.query ?? {}, person)
    await demandQueue(db, person, asked.step, asked.inScope)
    const rows = () => narrowed(tasksOf(db, asked.step), db, asked, person)
    const [{ total }] = (await rows().count({ total: '*' })) as [{ total: number }]
    const found: Found[] = await rows()
      .leftJoin('user as assignee', 'assignee.id', 'approval_task.assigneeUserId')
      .leftJoin('role', 'role.id', 'approval_task.assigneeRoleId')
      .leftJoin('user as second', 'second.id', 'approval_task.escalatedToUserId')
      .orderBy(asked.sort.column, asked.sort.way)
      .orderBy('approval_task.id')
      .limit(asked.limit)
      .offset(asked.skip)
      .select(...columns)
    const holidays = await officeHolidays(db)
    const ofOrders = await readableOnEach(
      db,
      orders,
      person,
      found.map(({ orderId }) => orderId),
    )
    const ofTasks = await readableOnEach(
      db,
      approvalTask,
      person,
      found.map(({ id }) => id),
    )
    const data = found.map(row => told(row, person, holidays, ofOrders(row.orderId), ofTasks(row.id)))
    return { total: Number(total), limit: asked.limit, skip: asked.skip, data }
  },
})

/** `GET /api/approval-counts`: how many tasks of each queue the person may decide now, and how many of them are overdue. */
export const approvalCounts = (db: Knex) => ({
  async find(call: Call): Promise<WaitingCount[]> {
    const person = needPerson(call)
    const asHead = await askedAsHead(db, person)
    const steps = approvalSteps.filter(step => decidesIn(person, step) || asHead.includes(step))
    const counted: WaitingCount[] =
      steps.length === 0
        ? []
        : await db('approval_task')
            .where('approval_task.status', 'PENDING')
            .whereIn('approval_task.step', steps)
            .where(mayDecide(db, person))
            .groupBy('approval_task.step')
            .select('approval_task.step')
            .count({ total: '*' })
            .select(db.raw('sum(case when ?? < ? then 1 else 0 end) as overdue', ['approval_task.dueAt', now()]))
    const byStep = new Map(counted.map(row => [row.step, row]))
    return steps.map(step => {
      const { total = 0, overdue = 0 } = byStep.get(step) ?? {}
      return { step, total: Number(total), overdue: Number(overdue) }
    })
  },
})

/** Throws 403 unless the person decides in the queue or reads along as auditor; the head of an SBU sees what waits for him alone. */
async function demandQueue(db: Knex, person: Person, step: ApprovalStep, inScope: boolean) {
  if (!can(person, 'readEveryQueue')) await demandDecider(db, person, step, inScope)
}

/** Throws 403 unless the person decides in the queue, as one of its roles or as head of an SBU. */
export async function demandDecider(db: Knex, person: Person, step: ApprovalStep, inScope = false) {
  if (decidesIn(person, step)) return
  if (!inScope && (await isHead(db, person))) return
  throw forbidden(`${queueOf(step).title}: deciding here needs one of the roles ${rolesDeciding[step].join(', ')}`)
}

const tasksOf = (db: Knex, step: ApprovalStep) =>
  db('approval_task')
    .join('order', 'order.id', 'approval_task.orderId')
    .join('customer', 'customer.id', 'order.customerId')
    .join('sbu', 'sbu.id', 'order.sbuId')
    .join('user', 'user.id', 'order.placedById')
    .where({ 'approval_task.step': step, 'approval_task.status': 'PENDING' })

function narrowed(tasks: Knex.QueryBuilder, db: Knex, asked: Asked, person: Person) {
  if (asked.inScope) restrict(tasks, db, approvalTask, person, 'read')
  else tasks.where(mayDecide(db, person))
  if (asked.sbuId) tasks.where('order.sbuId', asked.sbuId)
  if (asked.customerId) tasks.where('order.customerId', asked.customerId)
  if (asked.overdue) tasks.where('approval_task.dueAt', '<', now())
  return tasks
}

const columns = [
  'approval_task.id',
  'approval_task.taskNo',
  'approval_task.level',
  'approval_task.measuredValue',
  'approval_task.dueAt',
  'approval_task.createdAt',
  'approval_task.remindedAt',
  'approval_task.assigneeCustomerId',
  'order.id as orderId',
  'order.orderNo',
  'order.orderDate',
  'order.grossValue',
  'order.rowVersion',
  'order.soldToId',
  'customer.code as customerCode',
  'customer.name as customerName',
  'sbu.code as sbu',
  'user.name as placedBy',
  'assignee.name as assignee',
  'role.name as assigneeRole',
  'second.name as escalatedTo',
]

interface Found extends Omit<QueueRow, 'ageMinutes' | 'leftMinutes' | 'waitsFor' | 'grossValue' | 'measuredValue'> {
  grossValue: number
  measuredValue: number | null
  soldToId: number
  assigneeCustomerId: number | null
  assignee: string | null
  assigneeRole: string | null
}

/** A row as far as the person may read it, with its office time; partners are not told which of our people are asked. */
function told(
  found: Found,
  person: Person,
  holidays: ReadonlySet<string>,
  ofOrder: readonly string[],
  ofTask: readonly string[],
): QueueRow {
  const { grossValue, measuredValue, soldToId, assignee, assigneeRole, assigneeCustomerId, escalatedTo, ...row } = found
  const at = now()
  const several = assigneeCustomerId === null ? 'One of several' : row.customerName
  const ours = person.userType === 'EMPLOYEE'
  return {
    ...row,
    waitsFor: ours ? (assignee ?? assigneeRole ?? several) : null,
    escalatedTo: ours ? escalatedTo : null,
    ...(toldOf(orders, ofOrder, person, soldToId).includes('grossValue') && { grossValue }),
    ...(ofTask.includes('measuredValue') && { measuredValue }),
    ageMinutes: officeMinutes(row.createdAt, at, holidays),
    leftMinutes: officeMinutes(at, row.dueAt, holidays),
  }
}

interface Asked {
  step: ApprovalStep
  inScope: boolean
  sbuId: number | undefined
  customerId: number | undefined
  overdue: boolean
  sort: { column: string; way: 'asc' | 'desc' }
  limit: number
  skip: number
}

function readAsked(query: Record<string, unknown>, person: Person): Asked {
  const { step, of = 'mine', overdue, sbuId, customerId, $sort = { dueAt: 1 }, $limit = MOST_ROWS, $skip = 0 } = query
  if (!(approvalSteps as readonly unknown[]).includes(step))
    throw invalidField('step', 'ENUM', `step must be one of ${approvalSteps.join(', ')}`)
  if (of !== 'mine' && of !== 'scope') throw invalidField('of', 'ENUM', 'of must be mine or scope')
  if (overdue !== undefined && overdue !== 'true' && overdue !== 'false')
    throw invalidField('overdue', 'TYPE', 'overdue must be true or false')
  return {
    step: step as ApprovalStep,
    inScope: of === 'scope',
    sbuId: idIn('sbuId', sbuId),
    customerId: idIn('customerId', customerId),
    overdue: overdue === 'true',
    sort: sortIn($sort, person),
    limit: Math.min(MOST_ROWS, wholeIn('$limit', $limit)),
    skip: wholeIn('$skip', $skip),
  }
}

function idIn(field: string, given: unknown): number | undefined {
  if (given === undefined) return undefined
  const id = readId(given)
  if (id === undefined) throw invalidField(field, 'TYPE', `${field} must be the number of a row`)
  return id
}

function wholeIn(field: string, given: unknown): number {
  if (!/^\d{1,6}$/.test(String(given))) throw invalidField(field, 'TYPE', `${field} must be a whole number`)
  return Number(given)
}

function sortIn(given: unknown, { userType }: Person): Asked['sort'] {
  const known = userType === 'EMPLOYEE' ? sortsOfEmployees : sorts
  const [name = '', way] = Object.entries((given ?? {}) as Record<string, unknown>)[0] ?? []
  if (!Object.hasOwn(known, name))
    throw invalidField('$sort', 'ENUM', `$sort must name one of ${Object.keys(known).join(', ')}`)
  return { column: known[name]!, way: String(way) === '-1' ? 'desc' : 'asc' }
}
