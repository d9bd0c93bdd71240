import type { Knex } from 'knex'
import { rolesHolding } from '../../resources/capabilities.ts'
import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import type { DisputePeople } from '../../resources/complaints/dispute-answers.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import { joinGrants } from '../derive/rights/grants.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import { readIds } from './complaint-people.ts'
import { employeeReaching } from './find-owner.ts'

const MOST_SHOWN = 50

/**
 * `GET /api/dispute-people?ids=7,8`: the employees who can own all of these disputes; with `q` those who read them, by
 * part of their name, for mentions. Customers get none. Throws 404 where a dispute is out of reach.
 */
export async function disputePeople(db: Knex, call: Call): Promise<DisputePeople> {
  const person = requirePerson(call)
  requireRight(person, arDispute, 'create')
  const { ids = '', q = '' } = (call.query ?? {}) as Record<string, unknown>
  if (typeof q !== 'string' || q.length > 80) throw invalidField('q', 'LENGTH', 'q must be a text of at most 80')
  if (person.userType !== 'EMPLOYEE') return { people: [] }
  const wanted = readIds(ids, 'disputes')
  const rows = await rowsOf(db, arDispute, found =>
    restrict(found.whereIn('ar_dispute.id', wanted), db, arDispute, person, 'read'),
  )
  if (rows.length !== wanted.length) throw notFound()
  const words = q.trim()
  const roles = words === '' ? rolesHolding('answerForDisputes') : rolesWith(arDispute.access, 'read')
  const people: DisputePeople['people'] = []
  for (const employeeId of await employeesIn(db, roles, words)) {
    const right = words === '' ? 'update' : 'read'
    const reached = await Promise.all(rows.map(({ id }) => employeeReaching(db, employeeId, arDispute, id, right)))
    if (reached.every(Boolean)) people.push(reached[0]!)
    if (people.length === MOST_SHOWN) break
  }
  return { people }
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
