import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { clean } from '../../../resources/define/validate.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Author } from './author.ts'
import { type Candidate, requireNoFaults } from './candidate.ts'
import { checkRows } from './check.ts'
import { changesIn, updateRow } from './write.ts'

/**
 * Changes rows that were read in this transaction, with all the checks of a save, all or none; returns the changed
 * rows; `onChecked` may reword the faults. Throws 400 with all faults, 409 for a taken key, an overlapping period or a stale row.
 */
export async function saveChanges(
  trx: Knex,
  resource: Resource,
  rows: readonly StoredRow[],
  changes: (row: StoredRow) => Record<string, unknown>,
  author: Author,
  onChecked: (candidates: Candidate[]) => Promise<void> = async () => undefined,
): Promise<StoredRow[]> {
  const candidates = rows.map(
    (before): Candidate => ({ row: { ...before, ...clean(resource, changes(before)) }, before, faults: [] }),
  )
  await checkRows(trx, resource, candidates, author)
  await onChecked(candidates)
  requireNoFaults(candidates)
  const saved: StoredRow[] = []
  for (const { before, row } of candidates) {
    const changes = changesIn(before!, row)
    const isSame = Object.keys(changes).length === 0
    saved.push(isSame ? before! : await updateRow(trx, resource, before!, changes, author))
  }
  return saved
}
