import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import type { ComplaintPerson } from '../../resources/complaints/complaint-commands.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import { possibleOwners } from './find-owner.ts'

const MOST_COMPLAINTS = 100
const MOST_SHOWN = 50

/**
 * The employees who can own all of these complaints, named as `7,8`, for reassigning and for mentions. Customers get none.
 * Throws 404 where one is out of reach.
 */
export async function findComplaintPeople(
  db: Knex,
  person: Person,
  ids: string,
  words: string,
): Promise<ComplaintPerson[]> {
  if (person.userType !== 'EMPLOYEE') return []
  const rows = await readableRows(db, readIds(ids, 'complaints'), person)
  return possibleOwners(db, rows, words.toLowerCase(), MOST_SHOWN)
}

/** Numbers of complaints or disputes as they stand in an address. Throws 400 for anything else. */
export function readIds(given: string, what: string): number[] {
  const ids = /^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/.test(given) ? given.split(',').map(Number) : []
  if (ids.length === 0 || ids.length > MOST_COMPLAINTS)
    throw invalidField('ids', 'TYPE', `ids must be the numbers of 1 to ${MOST_COMPLAINTS} ${what}, with commas between`)
  return [...new Set(ids)]
}

async function readableRows(db: Knex, ids: readonly number[], person: Person): Promise<Complaint[]> {
  const rows = await rowsOf(db, complaint, found =>
    restrict(found.whereIn('complaint.id', [...ids]), db, complaint, person, 'read'),
  )
  if (rows.length !== ids.length) throw notFound()
  return rows
}
