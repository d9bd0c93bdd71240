import type { Knex } from 'knex'
import { rolesHolding } from '../../resources/capabilities.ts'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { readPerson } from '../derive/rights/person.ts'

/** An employee who answers a complaint, with their login. */
export interface ComplaintOwner {
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
export async function ownerAs(db: Knex, employeeId: number, { id }: Complaint): Promise<ComplaintOwner | null> {
  const logins: number[] = await db('user')
    .join('employee', 'employee.id', 'user.employeeId')
    .where({ 'user.employeeId': employeeId, 'user.isActive': 1, 'employee.isActive': 1 })
    .orderBy('user.id')
    .pluck('user.id')
  for (const userId of logins) {
    const person = await readPerson(db, userId)
    if (!person?.ability.can('update', complaint.path)) continue
    const reached = await restrict(db('complaint').where('complaint.id', id), db, complaint, person, 'update').first(
      'id',
    )
    if (reached) return { employeeId, userId, name: person.name }
  }
  return null
}

/** Employees who can own all of these complaints, by name; at most so many. */
export async function possibleOwners(db: Knex, rows: readonly Complaint[], most: number): Promise<ComplaintOwner[]> {
  const owners: ComplaintOwner[] = []
  const employees: number[] = await db('employee')
    .whereIn('id', candidateIds(db, rows))
    .where('isActive', 1)
    .orderBy('name')
    .pluck('id')
  for (const employeeId of employees) {
    const reached = await Promise.all(rows.map(row => ownerAs(db, employeeId, row)))
    if (reached.every(Boolean)) owners.push(reached[0]!)
    if (owners.length === most) break
  }
  return owners
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
          db('assign_roles')
            .join('role', 'role.id', 'assign_roles.roleId')
            .whereIn('role.code', [...rolesHolding('answerForQuality')])
            .select('userId'),
        ),
    )
    .select('employeeId')
