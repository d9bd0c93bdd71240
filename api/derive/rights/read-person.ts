import type { Knex } from 'knex'
import { type CompanyRoleCode, headOfCompany, type InCompany } from '../../../resources/access-control/company-roles.ts'
import { leadsTeam, type Role } from '../../../resources/roles.ts'
import { today } from '../../platform/clock.ts'
import { abilityOf } from './ability.ts'
import { isAskedLast } from './final-approver.ts'
import { grantsOn } from './grants.ts'
import type { DecisionAccess, HeldRole, Person } from './person.ts'
import { isShutOut, worksOn } from './works-today.ts'

/**
 * The SQL of `scopeIds`, for the table of grants under that name: read with the grants themselves, so that what they narrow
 * compares numbers and a changed code holds from the next request.
 */
export const scopeIdsIn = (grants: string) =>
  `case ${grants}.scopeType ${places.map(place => `when '${place.toUpperCase()}' then (select group_concat(id) from ${place} where code = ${grants}.scopeRef)`).join(' ')} end`

const places = ['sbu', 'zone', 'channel', 'plant']

/** The SQL of `asked`, for the table of users under that name. */
export const decisionAccessIn = (users: string) => `case when ${users}.employeeId is null then null
  when exists (select 1 from sbu where sbu.headEmployeeId = ${users}.employeeId)
    or exists (select 1 from employee as away where away.delegateEmployeeId = ${users}.employeeId)
    or ${isAskedLast(`${users}.employeeId`)} then 'BESIDE'
  when exists (select 1 from approval_task as done where done.actedById = ${users}.id) then 'BEFORE' end`

/** The SQL of what a login may do in a company outside, for the table of users under that name. */
export const companyColumnsIn = (users: string) =>
  (['companyRoles', 'orderLimit', 'approvalLimit', 'shipToIds'] as const)
    .map(name => `(select ${name} from company_person where company_person.userId = ${users}.id) as ${name}`)
    .join(', ')

/** What a login may do in their company, as stored: without a row its person heads the company. */
interface StoredInCompany {
  companyRoles: string | null
  orderLimit: number | null
  approvalLimit: number | null
  shipToIds: string | null
}

function inCompany({
  customerId,
  transporterId,
  companyRoles,
  orderLimit,
  approvalLimit,
  shipToIds,
}: Login): InCompany | null {
  if (customerId === null && transporterId === null) return null
  if (!companyRoles) return headOfCompany
  return {
    roles: JSON.parse(companyRoles) as CompanyRoleCode[],
    orderLimit: orderLimit ?? null,
    approvalLimit: approvalLimit ?? null,
    shipToIds: !shipToIds ? null : (JSON.parse(shipToIds) as number[]),
  }
}

/** The columns of a login that make a person. */
export interface Login extends Partial<StoredInCompany> {
  id: number
  loginId: string
  name: string
  userType: Person['userType']
  employeeId: number | null
  customerId: number | null
  transporterId: number | null
  plantId: number | null
  mustChangePassword: number
  asked: DecisionAccess
}

/** Reads a person with their roles of today; undefined when the login does not exist or is deactivated, or they have left. */
export async function readPerson(db: Knex, userId: number): Promise<Person | undefined> {
  const login: (Login & { works: number | null }) | undefined = await db('user')
    .where({ 'user.id': userId, 'user.isActive': 1 })
    .first(
      'user.*',
      db.raw(`${worksOn('user')} as works`, [today()]),
      db.raw(`${decisionAccessIn('user')} as asked`),
      db.raw(companyColumnsIn('user')),
    )
  if (!login || (await isShutOut(db, userId, login.works))) return undefined
  return personOf(db, login, await heldRolesOf(db, userId))
}

/** Returns the person of a login, with the roles they hold today. */
export async function personOf(db: Knex, login: Login, held: readonly HeldRole[]): Promise<Person> {
  const { id, loginId, name, userType, employeeId, customerId, transporterId, plantId, mustChangePassword, asked } =
    login
  const company = inCompany(login)
  const roles = [...new Set(held.map(({ role }) => role))]
  const { team, headsCluster } = roles.some(leadsTeam)
    ? await managedBy(db, employeeId)
    : { team: employeeId ? [employeeId] : [], headsCluster: false }
  return {
    id,
    loginId,
    name,
    userType,
    employeeId,
    customerId,
    transporterId,
    plantId,
    company,
    mustChangePassword: Boolean(mustChangePassword),
    held,
    roles,
    team,
    headsCluster,
    asked,
    ability: abilityOf({ roles, held, asked, company }),
  }
}

/** A reader for a customer without a login, such as the receiver of a mail, with the rights of a buyer and a distributor. */
export function buyerAt(customerId: number): Person {
  const rights = { roles: ['CUSTOMER', 'DISTRIBUTOR'] satisfies Role[], held: [], asked: null, company: null }
  return {
    ...rights,
    id: 0,
    loginId: '',
    name: '',
    userType: 'CUSTOMER',
    employeeId: null,
    customerId,
    transporterId: null,
    plantId: null,
    mustChangePassword: false,
    team: [],
    headsCluster: false,
    ability: abilityOf(rights),
  }
}

/** The roles a user holds today. */
export const heldRolesOf = (db: Knex, userId: number): Promise<HeldRole[]> =>
  grantsOn(db, today())
    .where('assign_roles.userId', userId)
    .join('role', 'role.id', 'assign_roles.roleId')
    .select('role.code as role', 'scopeType', 'scopeRef', db.raw(`${scopeIdsIn('assign_roles')} as scopeIds`))

/**
 * The employee and all who report to them, through at most 8 levels, and whether they head a cluster. One query, because
 * every request needs it.
 */
async function managedBy(db: Knex, employeeId: number | null): Promise<Pick<Person, 'team' | 'headsCluster'>> {
  if (employeeId === null) return { team: [], headsCluster: false }
  const self = db('employee').where('id', employeeId).select('id', db.raw('0'))
  const below = db('employee')
    .join('team', 'team.id', 'employee.managerId')
    .where('team.depth', '<', 8)
    .select('employee.id', db.raw('?? + 1', ['team.depth']))
  const headed = db('cluster_mapping').where({ headEmployeeId: employeeId, isActive: 1 }).select(db.raw('1'))
  const members: { id: number; heads: number }[] = await db
    .withRecursive('team', ['id', 'depth'], self.union(below))
    .from('team')
    .distinct('id', db.raw('exists ? as heads', [headed]))
  return { team: members.map(({ id }) => id), headsCluster: Boolean(members[0]?.heads) }
}
