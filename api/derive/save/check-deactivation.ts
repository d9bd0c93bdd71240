import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { conflict, refused } from '../../platform/errors.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Author } from './author.ts'
import type { Candidate } from './candidate.ts'
import { checkOwnRule } from './check.ts'
import { referencesTo } from './references-to.ts'
import { nameOrKind, rowNames } from './row-names.ts'

/**
 * Throws 409 while other rows refer to a row that leaves use by these changes, and 422 where the rule of its resource keeps
 * it.
 */
export async function checkDeactivation(
  trx: Knex,
  resource: Resource,
  before: StoredRow,
  changes: RowValues,
  author: Author,
) {
  const uses = await referencesTo(trx, resource, before.id)
  if (uses.length > 0) {
    const where = uses.map(({ title, count }) => `${title} (${count})`).join(', ')
    const names = await rowNames(trx, resource, [before], author)
    throw conflict('IN_USE', `${nameOrKind(names, resource, before.id)} is still used by ${where}`, { uses })
  }
  const candidate: Candidate = { row: { ...before, ...changes, isActive: false }, before, faults: [] }
  await checkOwnRule(trx, resource, [candidate], author)
  if (candidate.faults.length > 0) throw refused(candidate.faults)
}
