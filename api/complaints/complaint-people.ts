import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import type { ComplaintPerson } from '../../resources/complaints/complaint-answers.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Call } from '../derive/service.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import { possibleOwners } from './find-owner.ts'

const MOST_COMPLAINTS = 100
const MOST_SHOWN = 50

/**
 * `GET /api/complaint-people?ids=7,8&q=`: the employees who can own all of these complaints, for reassigning and for
 * mentions. Throws 403 for customers, 404 where one is out of reach.
 */
export async function complaintPeople(db: Knex, call: Call): Promise<{ people: ComplaintPerson[] }> {
  const person = requirePerson(call)
  requireRight(person, complaint, 'update')
  const { ids = '', q = '' } = (call.query ?? {}) as Record<string, unknown>
  if (typeof q !== 'string' || q.length > 80) throw invalidField('q', 'LENGTH', 'q must be a text of at most 80')
  if (person.userType !== 'EMPLOYEE') return { people: [] }
  const rows = await readableRows(db, readIds(ids, 'complaints'), call)
  return { people: await possibleOwners(db, rows, q.trim().toLowerCase(), MOST_SHOWN) }
}

/** Numbers of complaints or disputes as they stand in an address. Throws 400 for anything else. */
export function readIds(given: unknown, what: string): number[] {
  const ids =
    typeof given === 'string' && /^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/.test(given) ? given.split(',').map(Number) : []
  if (ids.length === 0 || ids.length > MOST_COMPLAINTS)
    throw invalidField('ids', 'TYPE', `ids must be the numbers of 1 to ${MOST_COMPLAINTS} ${what}, with commas between`)
  return [...new Set(ids)]
}

async function readableRows(db: Knex, ids: readonly number[], call: Call): Promise<Complaint[]> {
  const rows = await rowsOf(db, complaint, found =>
    restrict(found.whereIn('complaint.id', [...ids]), db, complaint, requirePerson(call), 'read'),
  )
  if (rows.length !== ids.length) throw notFound()
  return rows
}
