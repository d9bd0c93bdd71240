import type { Knex } from 'knex'
import { rolesHolding } from '../../resources/capabilities.ts'
import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import type { ComplaintPerson } from '../../resources/complaints/complaint-commands.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { joinGrants } from '../derive/rights/grants.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { today } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import { readIds } from './complaint-people.ts'
import { employeeReaching } from './find-owner.ts'

const MOST_SHOWN = 50

/**
 * The employees who can own all of these disputes, named as `7,8`; with words those who read them, by part of their name,
 * for mentions. Customers get none. Throws 404 where a dispute is out of reach.
 */
export async function findDisputePeople(
  db: Knex,
  person: Person,
  ids: string,
  words: string,
): Promise<ComplaintPerson[]> {
  if (person.userType !== 'EMPLOYEE') return []
  const disputeIds = readIds(ids, 'disputes')
  const rows = await rowsOf(db, arDispute, found =>
    restrict(found.whereIn('ar_dispute.id', disputeIds), db, arDispute, person, 'read'),
  )
  if (rows.length !== disputeIds.length) throw notFound()
  const roles = words === '' ? rolesHolding('answerForDisputes') : rolesWith(arDispute.access, 'read')
  const people: ComplaintPerson[] = []
  for (const employeeId of await employeesIn(db, roles, words)) {
    const right = words === '' ? 'update' : 'read'
    const reached = await Promise.all(rows.map(({ id }) => employeeReaching(db, employeeId, arDispute, id, right)))
    if (reached.every(Boolean)) people.push(reached[0]!)
    if (people.length === MOST_SHOWN) break
  }
  return people
}

/** Employees who hold one of these roles, by name. */
const employeesIn = (db: Knex, roles: readonly string[], words: string): Promise<number[]> =>
  db('employee')
    .where('employee.isActive', 1)
    .whereIn(
      'employee.id',
      joinGrants(db('user'), db, today(), { column: 'userId', is: 'user.id' })
        .join('role', 'role.id', 'assign_roles.roleId')
        .whereIn('role.code', [...roles])
        .where('user.isActive', 1)
        .where('user.name', 'like', `%${words.replace(/[\\%_]/g, '')}%`)
        .whereNotNull('user.employeeId')
        .select('user.employeeId'),
    )
    .orderBy('employee.name')
    .limit(200)
    .pluck('employee.id')
