import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Author } from './author.ts'
import type { Candidate } from './candidate.ts'
import { checkRows } from './check.ts'
import type { Succession } from './effective-dating.ts'
import { checkPendingChanges } from './pending-change.ts'

/** Checks a change that a new row will bring, as if the old row were ended already; its faults go to the candidate. */
export async function checkSuccession(
  db: Knex,
  resource: Resource,
  candidate: Candidate,
  { ended, next }: Succession,
  author: Author,
) {
  const both = [ended, next]
  if (both.every(({ faults }) => faults.length === 0)) await checkRows(db, resource, both, author)
  candidate.faults = both.flatMap(({ faults }) => faults)
  await checkPendingChanges(db, resource, [candidate], author)
}
