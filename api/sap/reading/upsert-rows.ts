import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { toCompleteOf } from '../../../resources/define/validate.ts'
import type { RowIn, StoredRow } from '../../derive/row-codec.ts'
import type { Candidate } from '../../derive/save/candidate.ts'
import { checkRows } from '../../derive/save/check.ts'
import { changesIn, saveCandidates } from '../../derive/save/write.ts'
import { sapAuthor } from '../sap-author.ts'
import { SapRowError } from './pull.ts'
import type { SavedRows } from './row-pull.ts'

/** A row as in SAP, and the stored one if there is one; `key` is SAP's key, by which it is refused. */
export interface Upsert<R extends Resource> {
  key: string
  /** SAP's columns; what they leave out stays as it is. */
  row: Partial<RowIn<R>>
  before: RowIn<R> | undefined
}

/**
 * Creates and updates rows as SAP has them, by every check of a save; those that a check refuses are reported and left
 * out. Rows that do not differ are not written.
 */
export async function upsertRows<R extends Resource>(
  trx: Knex,
  resource: R,
  rows: readonly Upsert<R>[],
  refuse: (key: string, reason: SapRowError) => void,
): Promise<SavedRows> {
  const candidates = rows.flatMap(({ key, row, before }): (Candidate & { key: string })[] => {
    if (before && Object.keys(changesIn(before, row)).length === 0) return []
    const mergedRow: RowValues = { ...before, ...row }
    // People must enter what SAP does not tell, a row of SAP may wait for it.
    if (resource.fields.toComplete) mergedRow.toComplete = toCompleteOf(resource, mergedRow)
    return [{ key, row: mergedRow, before: before as StoredRow | undefined, faults: [] }]
  })
  await checkRows(trx, resource, candidates, sapAuthor)
  for (const { key, faults } of candidates) {
    const [fault] = faults
    if (fault) refuse(key, new SapRowError(fault.field, fault.message, fault.code))
  }
  const sound = candidates.filter(({ faults }) => faults.length === 0)
  await saveCandidates(trx, resource, sound, sapAuthor)
  const updated = sound.filter(({ before }) => before).length
  return { created: sound.length - updated, updated }
}
