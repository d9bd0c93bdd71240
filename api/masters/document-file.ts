import type { Knex } from 'knex'
import type { Author } from '../derive/save/author.ts'
import { type Candidate, changesAny } from '../derive/save/candidate.ts'

/**
 * Throws unless a newly named file was uploaded for such a row by the person who names it: naming a file opens it to
 * everybody who may read the row.
 */
export async function checkDocumentFile(
  db: Knex,
  candidates: readonly Candidate[],
  ownerType: 'CONTRACT' | 'ANNEXURE',
  author: Author,
): Promise<void> {
  const named = candidates.filter(one => typeof one.row.attachmentId === 'number' && changesAny(one, 'attachmentId'))
  if (named.length === 0) return
  const ids = named.map(({ row }) => row.attachmentId as number)
  const ownFileIds: number[] = await db('attachment')
    .where({ ownerType, createdById: author.id })
    .whereIn('id', ids)
    .pluck('id')
  for (const { row, faults } of named) {
    if (ownFileIds.includes(row.attachmentId as number)) continue
    faults.push({ field: 'attachmentId', code: 'UNKNOWN_REF', message: 'The file is not known: upload it first' })
  }
}
