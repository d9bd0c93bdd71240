import type { Knex } from 'knex'
import type { CompanyPeople } from '../../resources/access-control/commands/company-people.ts'
import { type CompanyPerson, companyPerson } from '../../resources/access-control/company-person.ts'
import {
  type CompanyKind,
  companyKinds,
  companyRoleNames,
  companyRolesOf,
  headOfCompany,
  type InCompany,
  isHead,
} from '../../resources/access-control/company-roles.ts'
import { customer } from '../../resources/access-control/customer.ts'
import { can } from '../../resources/capabilities.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { user } from '../../resources/settings/user.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { decodeRow, type StoredRow } from '../derive/row-codec.ts'
import { forbidden, invalidField, notFound } from '../platform/errors.ts'
import { statusOf } from './serve-logins.ts'

/** A company outside whose people sign in. */
export interface Company {
  of: 'customer' | 'transporter'
  kind: CompanyKind
  column: 'customerId' | 'transporterId'
  row: StoredRow
}

/** A login of a company with what its person may do there. */
export interface Member {
  login: StoredRow
  /** Null for a login that was never given company roles. */
  stored: CompanyPerson | null
  rights: InCompany
}

const companies = {
  customer: { resource: customer, kind: companyKinds.customer, column: 'customerId' },
  transporter: { resource: transporter, kind: companyKinds.transporter, column: 'transporterId' },
} as const satisfies Record<Company['of'], { resource: Resource; kind: CompanyKind; column: Company['column'] }>

/** Whether a person heads their company, or keeps the logins of companies. */
const mayKeepPeople = (person: Person): boolean =>
  can(person, 'keepOwnCompany') || person.ability.can('update', companyPerson.path)

interface AskedCompany {
  of: Company['of'] | null
  companyId: number | null
}

/**
 * The company that is asked for, or that of the person who asks. Throws 404 for one they do not reach, and 403 where they
 * may not keep its people.
 */
export async function companyOf(
  db: Knex,
  { of, companyId }: AskedCompany,
  person: Person,
  action: 'read' | 'update' = 'update',
): Promise<Company> {
  const own = person.customerId !== null ? 'customer' : person.transporterId !== null ? 'transporter' : null
  if (action === 'read') requireRight(person, companyPerson, action)
  else if (!mayKeepPeople(person)) throw forbidden('Only the head of a company and customer service keep its people')
  const asked = of ?? own
  const id = companyId ?? person.customerId ?? person.transporterId
  if (asked === null || id === null) throw invalidField('companyId', 'REQUIRED', 'Company is required')
  const { resource, kind, column } = companies[asked]
  // The head of a company keeps its people, and changes nothing else of it.
  const reach = own === null ? action : 'read'
  if (!person.ability.can(reach, resource.path)) throw notFound()
  const table = tableOf(resource)
  const rows = restrict(db(table).where(`${table}.id`, id), db, resource, person, reach)
  const row = await rows.first(`${table}.*`)
  if (!row) throw notFound()
  return { of: asked, kind, column, row: decodeRow(resource, row) as StoredRow }
}

/** The people of a company, those who may sign in first; ended logins come last. */
export async function membersOf(db: Knex, { kind, column, row }: Company): Promise<Member[]> {
  const logins: StoredRow[] = await db('user')
    .where({ userType: kind, [column]: row.id })
    .orderBy([{ column: 'isActive', order: 'desc' }, { column: 'name' }, { column: 'id' }])
    .limit(500)
  const stored: StoredRow[] = await db('company_person').where({ [column]: row.id })
  const byUser = new Map(stored.map(one => [Number(one.userId), decodeRow(companyPerson, one) as CompanyPerson]))
  return logins.map(login => memberOf(decodeRow(user, login) as StoredRow, byUser.get(Number(login.id)) ?? null))
}

const memberOf = (login: StoredRow, stored: CompanyPerson | null): Member => ({
  login,
  stored,
  rights: stored
    ? {
        roles: stored.companyRoles,
        orderLimit: stored.orderLimit,
        approvalLimit: stored.approvalLimit,
        shipToIds: stored.shipToIds as number[] | null,
      }
    : headOfCompany,
})

/** The company and the member of a login. Throws 404 where the person who asks may not keep that company’s people. */
export async function memberNamed(db: Knex, userId: number, person: Person): Promise<[Company, Member]> {
  const login = await db('user').where({ id: userId }).first('customerId', 'transporterId')
  if (!login || (login.customerId === null && login.transporterId === null)) throw notFound()
  const of = login.customerId === null ? 'transporter' : 'customer'
  const company = await companyOf(db, { of, companyId: login.customerId ?? login.transporterId }, person)
  const member = (await membersOf(db, company)).find(one => one.login.id === userId)
  if (!member) throw notFound()
  return [company, member]
}

/** The members who may sign in and head the company. */
export const headsAmong = (members: readonly Member[]): Member[] =>
  members.filter(({ login, rights }) => login.isActive && isHead(rights))

/** Throws 400 where a person of a company wants an address by which another one signs in. */
export async function demandFreeAddress(db: Knex, email: string, { id, company }: Pick<Person, 'id' | 'company'>) {
  if (company === null) return
  const other = await db('user')
    .whereNot({ id })
    .where('isActive', 1)
    .where(either => either.whereRaw('lower(email) = ?', [email.toLowerCase()]).orWhere('loginId', email.toLowerCase()))
    .first('id')
  if (other) throw invalidField('email', 'DUPLICATE_KEY', takenElsewhere(email))
}

/** Of an address that somebody else uses, who is not named to people of another company. */
export const takenElsewhere = (email: string) => `${email} already signs in to the portal: use another address`

/** What is asked of a person of a company, as it is stored. */
export interface AskedRights {
  companyRoles: CompanyPerson['companyRoles']
  orderLimit: number | null
  approvalLimit: number | null
  shipToIds: readonly number[]
}

/** Throws 422 unless a company of this kind has these roles, and the ship-tos are its own. */
export async function demandFitting(db: Knex, { kind, row }: Company, asked: AskedRights): Promise<void> {
  const { companyRoles, shipToIds } = asked
  const offered = companyRolesOf(kind)
  if (companyRoles.length === 0)
    throw invalidField('companyRoles', 'REQUIRED', 'Company roles are required: choose one')
  const foreign = companyRoles.find(role => !offered.includes(role))
  if (foreign) {
    const message = `Company roles must be of ${offered.map(role => companyRoleNames[role]).join(', ')} here`
    throw invalidField('companyRoles', 'ENUM', message)
  }
  if (shipToIds.length === 0) return
  const known: number[] =
    kind === companyKinds.customer
      ? await db('ship_to')
          .where({ customerId: row.id })
          .whereIn('id', [...shipToIds])
          .pluck('id')
      : []
  if (shipToIds.some(id => !known.includes(id)))
    throw invalidField('shipToIds', 'NOT_FOUND', 'Ship-tos must be those of the company')
}

/** What is stored of the rights that were asked: only what their roles use. */
export const storedRights = ({ companyRoles, orderLimit, approvalLimit, shipToIds }: AskedRights) => ({
  companyRoles: [...companyRoles],
  orderLimit: companyRoles.includes('BUYER') ? orderLimit : null,
  approvalLimit: companyRoles.includes('APPROVER') ? approvalLimit : null,
  shipToIds: shipToIds.length > 0 && !companyRoles.includes('HEAD') ? [...shipToIds] : null,
})

/** The people of a company as the person who asks sees them. */
export async function showPeople(db: Knex, asked: AskedCompany, person: Person): Promise<CompanyPeople> {
  const company = await companyOf(db, asked, person, 'read')
  const members = await membersOf(db, company)
  const shipTos: { id: number; name: string }[] =
    company.of === 'customer'
      ? await db('ship_to').where({ customerId: company.row.id, isActive: 1 }).orderBy('name').select('id', 'name')
      : []
  const nameOf = new Map(shipTos.map(({ id, name }) => [id, name]))
  return {
    company: { of: company.of, id: company.row.id, name: String(company.row.name) },
    mayChange: mayKeepPeople(person),
    people: members.map(({ login, rights }) => ({
      userId: login.id,
      name: String(login.name),
      loginId: String(login.loginId),
      email: String(login.email),
      mobile: login.mobile as string | null,
      companyRoles: [...rights.roles],
      orderLimit: rights.orderLimit,
      approvalLimit: rights.approvalLimit,
      shipToIds: [...(rights.shipToIds ?? [])],
      shipTos: rights.shipToIds?.map(id => nameOf.get(id) ?? 'ended ship-to').join(', ') ?? null,
      status: statusOf(login),
      invitedUntil: statusOf(login) === 'INVITED' ? (login.resetExpiresAt as string | null) : null,
      lastLoginAt: login.lastLoginAt as string | null,
      isMe: login.id === person.id,
    })),
    shipTos,
  }
}
