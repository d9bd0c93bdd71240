import type { Knex } from 'knex'
import { rolesHolding } from '../../resources/capabilities.ts'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { grantsOn } from '../derive/rights/grants.ts'
import type { Person } from '../derive/rights/person.ts'
import { readPerson } from '../derive/rights/read-person.ts'
import { today } from '../platform/clock.ts'

/** An employee who answers a complaint, with their login. */
interface ComplaintOwner {
  employeeId: number
  userId: number
  name: string
}

/**
 * Finds who answers a new complaint: the owner of the customer's account in the department of the category, or else of
 * the order, or else in the SBU. Null where nobody of them signs in and reaches it: it then waits in the queue.
 */
export async function findOwner(db: Knex, row: Complaint, departmentId: number | null): Promise<ComplaintOwner | null> {
  const order = row.orderId && (await db('order').where({ id: row.orderId }).first('departmentId'))
  const preferred = departmentId ?? order?.departmentId ?? null
  const accounts: { departmentId: number; salesEmployeeId: number }[] = await db('customer_department_map as map')
    .join('department', 'department.id', 'map.departmentId')
    .where({ 'map.customerId': row.customerId, 'map.isActive': 1, 'department.sbuId': row.sbuId })
    .orderBy('map.id')
    .select('map.departmentId', 'map.salesEmployeeId')
  const ranked = [
    ...accounts.filter(account => account.departmentId === preferred),
    ...(departmentId === null ? accounts.filter(account => account.departmentId !== preferred) : []),
  ]
  for (const { salesEmployeeId } of ranked) {
    const owner = await ownerAs(db, salesEmployeeId, row)
    if (owner) return owner
  }
  return null
}

/** The employee as owner of a complaint; null unless they can sign in, reach it and change it. */
export const ownerAs = (db: Knex, employeeId: number, { id }: Pick<Complaint, 'id'>): Promise<ComplaintOwner | null> =>
  employeeReaching(db, employeeId, complaint, id, 'update')

/** The first login of an employee that reaches a row by this right; null where there is none. */
export async function employeeReaching(
  db: Knex,
  employeeId: number,
  resource: Resource,
  id: number,
  right: 'read' | 'update',
): Promise<ComplaintOwner | null> {
  const logins: number[] = await db('user')
    .join('employee', 'employee.id', 'user.employeeId')
    .where({ 'user.employeeId': employeeId, 'user.isActive': 1, 'employee.isActive': 1 })
    .orderBy('user.id')
    .pluck('user.id')
  for (const userId of logins) {
    const person = await readPerson(db, userId)
    if (person && (await reaches(db, person, resource, id, right))) return { employeeId, userId, name: person.name }
  }
  return null
}

/** Whether a person has this right on a row. */
export async function reaches(
  db: Knex,
  person: Person,
  resource: Resource,
  id: number,
  right: 'read' | 'create' | 'update' | 'approve',
): Promise<boolean> {
  if (!person.ability.can(right, resource.path)) return false
  const table = tableOf(resource)
  return (
    (await restrict(db(table).where(`${table}.id`, id), db, resource, person, right).first(`${table}.id`)) !== undefined
  )
}

/** The employee behind a login, if they reach and change all of these complaints. */
async function reaching(db: Knex, userId: number, rows: readonly Complaint[]): Promise<ComplaintOwner | null> {
  const person = await readPerson(db, userId)
  if (!person?.employeeId || !person.ability.can('update', complaint.path)) return null
  const ids = rows.map(({ id }) => id)
  const reached = await restrict(db('complaint').whereIn('complaint.id', ids), db, complaint, person, 'update')
    .count({ count: '*' })
    .first()
  return Number(reached.count) === ids.length ? { employeeId: person.employeeId, userId, name: person.name } : null
}

/**
 * Employees who can own all of these complaints and whose name contains a text, by name; at most so many. It takes a few
 * statements for each employee, however many complaints there are.
 */
export async function possibleOwners(
  db: Knex,
  rows: readonly Complaint[],
  typed: string,
  most: number,
): Promise<ComplaintOwner[]> {
  const owners = new Map<number, ComplaintOwner>()
  const logins: { id: number; name: string }[] = await db('user')
    .join('employee', 'employee.id', 'user.employeeId')
    .whereIn('user.employeeId', candidateIds(db, rows))
    .where({ 'user.isActive': 1, 'employee.isActive': 1 })
    .orderBy(['user.name', 'user.id'])
    .select('user.id', 'user.name')
  for (const { id, name } of logins) {
    if (!name.toLowerCase().includes(typed)) continue
    const owner = await reaching(db, id, rows)
    if (owner && !owners.has(owner.employeeId)) owners.set(owner.employeeId, owner)
    if (owners.size === most) break
  }
  return [...owners.values()]
}

/** Those who keep accounts of the customers, work for the SBUs, or hold a role in quality. */
const candidateIds = (db: Knex, rows: readonly Complaint[]) =>
  db('user')
    .whereNotNull('employeeId')
    .where('isActive', 1)
    .where(any =>
      any
        .whereIn(
          'employeeId',
          db('sbu_employee_map')
            .whereIn('sbuId', [...new Set(rows.map(({ sbuId }) => sbuId))])
            .where('isActive', 1)
            .select('employeeId'),
        )
        .orWhereIn(
          'employeeId',
          db('customer_department_map')
            .whereIn('customerId', [...new Set(rows.map(({ customerId }) => customerId))])
            .where('isActive', 1)
            .select('salesEmployeeId'),
        )
        .orWhereIn(
          'id',
          grantsOn(db, today())
            .join('role', 'role.id', 'assign_roles.roleId')
            .whereIn('role.code', [...rolesHolding('answerForQuality')])
            .select('userId'),
        ),
    )
    .select('employeeId')
