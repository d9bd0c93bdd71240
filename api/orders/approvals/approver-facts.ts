import type { Knex } from 'knex'
import { approvingLimits } from '../../../resources/masters/approving-limits.ts'
import { cscApprover } from '../../../resources/masters/csc-approver.ts'
import type { RouteEmployee, RouteFacts, RouteLogin } from '../../../resources/orders/approvals/approval-facts.ts'
import { decidesIn, rolesFoundToDecide } from '../../../resources/orders/approvals/approvers-by-step.ts'
import type { Role } from '../../../resources/roles.ts'
import { finalApprovers } from '../../derive/rights/final-approver.ts'
import { joinGrants } from '../../derive/rights/grants.ts'
import { worksOn } from '../../derive/rights/works-today.ts'
import { readTogether, selectFrom, whereValidOn } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'

/** All possible approvers of orders with their limits, as of a day. */
export interface Approvers extends Pick<RouteFacts, 'today' | 'limits' | 'cscApprovers'> {
  employees: (RouteEmployee & { employeeCode: string })[]
  logins: RoleHeld[]
}

/** A role of a login and an SBU for which its employee works; one row for each pair. */
interface RoleHeld {
  userId: number
  name: string
  /** Whether they work on that day (`worksOn`). */
  works: number
  employeeId: number | null
  customerId: number | null
  role: Role | null
  scopeType: string | null
  /** The SBU that the grant is for, where it is for one. */
  scopeSbuId: number | null
  sbuId: number | null
}

/** Who placed the orders, and the customer. */
interface OrderParty {
  placedById: number
  customerId: number
}

/**
 * Loads the possible approvers of orders of these SBUs on a business day, with the logins of whoever placed the orders
 * and of the customer; three queries.
 */
export async function loadApprovers(
  db: Knex,
  sbuIds: readonly number[],
  party: OrderParty,
  day = today(),
): Promise<Approvers> {
  const rows = await readTogether(db, {
    limits: selectFrom(approvingLimits, all => whereValidOn(all, day).whereIn('sbuId', sbuIds)),
    cscApprovers: selectFrom(cscApprover, all => all.where('isActive', 1).whereIn('sbuId', sbuIds)),
  })
  return { today: day, ...rows, employees: await employeesOf(db), logins: await rolesHeld(db, sbuIds, day, party) }
}

async function employeesOf(db: Knex): Promise<Approvers['employees']> {
  const columns = [
    'employeeCode',
    'name',
    'managerId',
    'dateOfLeaving',
    'delegateEmployeeId',
    'delegateFrom',
    'delegateTo',
  ] as const
  const rows = await db('employee').select('id', 'rowVersion', 'isActive', ...columns)
  return rows.map(row => ({ ...row, isActive: Boolean(row.isActive) }))
}

function rolesHeld(db: Knex, sbuIds: readonly number[], day: string, { placedById, customerId }: OrderParty) {
  const activeOn = (join: Knex.JoinClause, table: string) =>
    join
      .andOnVal(`${table}.isActive`, 1)
      .andOnVal(`${table}.validFrom`, '<=', day)
      .andOnVal(`${table}.validTo`, '>=', day)
  const heads = db('sbu').whereIn('id', sbuIds).whereNotNull('headEmployeeId').select('headEmployeeId')
  return joinGrants(db('user'), db, day, { column: 'userId', is: 'user.id', also: 'rows' })
    .leftJoin('role', 'role.id', 'assign_roles.roleId')
    .leftJoin('sbu_employee_map as works', join =>
      activeOn(join.on('works.employeeId', 'user.employeeId'), 'works').onIn('works.sbuId', [...sbuIds]),
    )
    .leftJoin('sbu', join => join.on('sbu.code', 'assign_roles.scopeRef').andOnVal('assign_roles.scopeType', 'SBU'))
    .where('user.id', placedById)
    .orWhere(active =>
      active.whereRaw(worksOn('user'), [day]).where(any =>
        any
          .where(staff => staff.whereNotNull('user.employeeId').whereIn('role.code', rolesFoundToDecide))
          .orWhereIn('user.employeeId', heads)
          .orWhereRaw(`user.employeeId in (${finalApprovers})`)
          .orWhere('user.customerId', customerId),
      ),
    )
    .orderBy('user.id')
    .select(
      'user.id as userId',
      'user.name',
      'user.employeeId',
      'user.customerId',
      'role.code as role',
      'assign_roles.scopeType',
      'works.sbuId',
      'sbu.id as scopeSbuId',
    )
    .select(db.raw(`${worksOn('user')} as works`, [day]))
}

/**
 * The logins of employees who work, with the roles whose scope includes an SBU, and those of them that they hold as
 * people who work for it.
 */
export function loginsOfSbu({ logins }: Approvers, sbuId: number): RouteLogin[] {
  const working = logins.filter(held => held.works && held.employeeId !== null)
  return [...Map.groupBy(working, ({ userId }) => userId)].map(([userId, held]) => ({
    userId,
    employeeId: held[0]!.employeeId!,
    roles: rolesOf(held.filter(row => coversSbu(row, sbuId))),
    rolesHere: rolesOf(held.filter(row => row.sbuId === sbuId && coversSbu(row, sbuId))),
  }))
}

const coversSbu = ({ scopeType, scopeSbuId }: RoleHeld, sbuId: number) => scopeType !== 'SBU' || scopeSbuId === sbuId

const rolesOf = (held: readonly RoleHeld[]): Role[] => [
  ...new Set(held.flatMap(({ role }) => (role === null ? [] : [role]))),
]

/** Whoever places an order: their employee, roles, and their name while they can sign in. */
export interface OrderPlacer {
  employeeId: number | null
  roles: readonly Role[]
  name: string | null
}

/** Finds the placer of a saved order. */
export function placerOf({ logins }: Approvers, userId: number): OrderPlacer {
  const held = logins.filter(login => login.userId === userId)
  const [first] = held
  return {
    employeeId: first?.employeeId ?? null,
    roles: rolesOf(held),
    name: first?.works ? first.name : null,
  }
}

/** Whether some user of a customer can sign in and accept orders. */
export const canCustomerSignIn = ({ logins }: Approvers, customerId: number): boolean =>
  logins.some(
    login =>
      login.works &&
      login.customerId === customerId &&
      login.role !== null &&
      decidesIn({ roles: [login.role] }, 'ACCEPTANCE'),
  )
