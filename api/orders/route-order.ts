import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { employee } from '../../resources/access-control/employee.ts'
import { afterOfficeHours } from '../../resources/define/dates.ts'
import type { Row } from '../../resources/define/resource.ts'
import { approvingLimits } from '../../resources/masters/approving-limits.ts'
import { sbu } from '../../resources/masters/sbu.ts'
import { type ZoneAsp, zoneWiseAsp } from '../../resources/masters/zone-wise-asp.ts'
import type { EarlierTask, RouteFacts, RouteLine } from '../../resources/orders/approval-facts.ts'
import { approvalTask } from '../../resources/orders/approval-task.ts'
import { starterOf } from '../../resources/orders/approvers.ts'
import { type NextTask, type Route, route } from '../../resources/orders/route.ts'
import type { Role } from '../../resources/roles.ts'
import type { Settings } from '../../resources/settings/settings.ts'
import { rolesHeldBy } from '../access-control/roles-held.ts'
import { rowsOf, validOn } from '../derive/rows-of.ts'
import type { StoredRow } from '../derive/stored.ts'
import { type Author, insertRows, updateRow } from '../derive/write.ts'
import { now, today } from '../platform/clock.ts'
import { nextNumber } from '../platform/number-series.ts'
import { readSettings } from '../platform/settings.ts'
import type { Order } from './move-order.ts'

/** Who asks for the route, and whose order it is. */
interface RouteAsked {
  sbu: Row<typeof sbu>
  settings: Settings
  round: number
  placedBy: { employeeId: number | null; roles: readonly Role[] }
  accountOwnerId: number | null
  /** The average selling prices in the zone of the ship-to, by product. */
  asps: ReadonlyMap<number, ZoneAsp>
  lines: RouteLine[]
  tasks: EarlierTask[]
}

/** Everybody who may have to approve orders of these SBUs, and how much each may; as of today. */
export async function loadApprovers(db: Knex, sbuIds: number[]): Promise<Approvers> {
  const day = today()
  return {
    today: day,
    employees: await rowsOf(db, employee, rows => rows),
    limits: await rowsOf(db, approvingLimits, rows => validOn(rows, day).whereIn('sbuId', sbuIds)),
  }
}

type Approvers = Pick<RouteFacts, 'today' | 'employees' | 'limits'>

/** Routes an order (or a preview of one) through the approvals it needs; pure, for the masters are loaded. */
export function findRoute(approvers: Approvers, asked: RouteAsked): Route {
  const { settings } = asked
  return route({
    ...approvers,
    round: asked.round,
    sbu: asked.sbu,
    placedByEmployeeId: asked.placedBy.employeeId,
    starterEmployeeId: starterOf(asked.placedBy, asked.accountOwnerId),
    lines: asked.lines,
    asps: asked.asps,
    tasks: asked.tasks,
    settings: {
      useAsp: settings['approval.use_asp'],
      promoFreePct: settings['approval.promo_free_pct'],
      fourEyes: settings['limits.four_eyes'],
    },
  })
}

/** The route of an order as it is kept; `placedBy` is looked up with the roles he has today. */
export async function routeOfOrder(db: Knex, order: Order): Promise<Route> {
  const lines = await db('order_line')
    .join('products', 'products.id', 'order_line.productId')
    .where('order_line.orderId', order.id)
    .select('order_line.*', 'products.nidId')
  const tasks = await db('approval_task')
    .leftJoin('user', 'user.id', 'approval_task.assigneeUserId')
    .where('approval_task.orderId', order.id)
    .select('approval_task.*', 'user.employeeId as assigneeEmployeeId')
  const [unit] = await rowsOf(db, sbu, rows => rows.where('id', order.sbuId))
  return findRoute(await loadApprovers(db, [order.sbuId]), {
    sbu: unit!,
    settings: await readSettings(db),
    round: order.approvalRound,
    placedBy: await placerOf(db, order.placedById),
    accountOwnerId: await accountOwnerOf(db, order),
    asps: await averagesOf(db, order),
    lines,
    tasks,
  })
}

/** What the products of an order fetch on average in the zone of its ship-to, on its day (M29). */
async function averagesOf(db: Knex, { id, shipToId, orderDate }: Order): Promise<Map<number, ZoneAsp>> {
  const rows = await rowsOf(db, zoneWiseAsp, all =>
    validOn(all, orderDate)
      .whereIn('productId', db('order_line').where({ orderId: id }).select('productId'))
      .whereIn('zoneId', zoneOfShipTo(db, shipToId)),
  )
  return new Map(rows.map(row => [row.productId, row]))
}

const zoneOfShipTo = (db: Knex, shipToId: number) =>
  db('ship_to')
    .join('state_city', 'state_city.id', 'ship_to.cityId')
    .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
    .where('ship_to.id', shipToId)
    .select('zone_area.zoneId')

async function placerOf(db: Knex, userId: number) {
  const placer: { employeeId: number | null } | undefined = await db('user').where({ id: userId }).first('employeeId')
  return { employeeId: placer?.employeeId ?? null, roles: await rolesHeldBy(db, userId) }
}

async function accountOwnerOf(db: Knex, { customerId, departmentId }: Order): Promise<number | null> {
  const account = await db('customer_department_map')
    .where({ customerId, departmentId, isActive: 1 })
    .first('salesEmployeeId')
  return account?.salesEmployeeId ?? null
}

/** The login through which an employee decides; null when he has none that works. */
async function loginOf(db: Knex, employeeId: number): Promise<number | null> {
  const login = await db('user').where({ employeeId, isActive: 1 }).orderBy('id').first('id')
  return login?.id ?? null
}

/** Gives the next level its task; undefined when the person who should decide cannot sign in. */
export async function openTask(
  trx: Knex,
  order: Order,
  task: NextTask,
  trace: Route['routeTrace'],
  author: Author,
): Promise<StoredRow | undefined> {
  const assigneeUserId = await loginOf(trx, task.assigneeEmployeeId)
  if (assigneeUserId === null) return undefined
  await closeTasks(trx, order.id, author)
  const row: Partial<Task> = {
    taskNo: await nextNumber(trx, 'AT', today()),
    orderId: order.id,
    step: task.step,
    seq: task.seq,
    level: task.level,
    round: task.round,
    assigneeUserId,
    measuredValue: task.measuredValue,
    triggerJson: task.triggerJson,
    fingerprint: createHash('sha256').update(task.fingerprintText).digest('hex'),
    trace,
    status: 'PENDING',
    dueAt: await dueAt(trx),
  }
  const [made] = await insertRows(trx, approvalTask, [row], author)
  return made
}

/** A decision is due after so many hours of office time (Mon–Sat 09:00–18:00, §D.3). */
async function dueAt(db: Knex): Promise<string> {
  const settings = await readSettings(db)
  const holidays: string[] = await db('holiday').where('isActive', 1).whereNull('stateId').pluck('holidayDate')
  return afterOfficeHours(now(), settings['approval.sla_hours'], new Set(holidays))
}

/** Closes every open task of an order, for it goes another way. */
export async function closeTasks(trx: Knex, orderId: number, author: Author) {
  const open = await rowsOf(trx, approvalTask, rows => rows.where({ orderId, status: 'PENDING' }))
  for (const task of open) await updateRow(trx, approvalTask, task, { status: 'CANCELLED' }, author)
}

export type Task = Row<typeof approvalTask>
