import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ImportRow } from '../import/import-row.ts'
import type { Judging } from '../import/save-context.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Candidate } from '../save/candidate.ts'
import { checkRows } from '../save/check.ts'
import { changesIn, insertRows, updateEach } from '../save/write.ts'
import { splitFrom } from './many-change.ts'

const isSound = ({ faults, unchanged }: ImportRow) => faults.length === 0 && !unchanged

/** The rows to be written for a row of a round: the row itself, or the one that ends and the one that begins. */
function partsOf(resource: Resource, row: ImportRow): Candidate[] {
  const before = row.before!
  if (row.row.validFrom === before.validFrom) return [{ row: row.row, before, faults: [] }]
  const whole: Candidate = { row: { ...row.row, validFrom: before.validFrom }, before, faults: [] }
  const { ended, next } = splitFrom(resource, whole, String(row.row.validFrom))!
  return [ended, next]
}

/** Checks rows of a round by every check of a save, and refuses those that are wrong. */
export async function judgeRound(db: Knex, { resource, author }: Judging, batch: readonly ImportRow[]): Promise<void> {
  const parts = batch.filter(isSound).map(row => ({ row, candidates: partsOf(resource, row) }))
  await checkRows(
    db,
    resource,
    parts.flatMap(({ candidates }) => candidates),
    author,
  )
  for (const { row, candidates } of parts) {
    const faults = candidates.flatMap(candidate => candidate.faults)
    row.faults.push(...faults.filter(({ message }, at) => faults.findIndex(other => other.message === message) === at))
    row.warnings = candidates.flatMap(({ warnings = [] }) => warnings)
  }
}

/** What is written of rows of a round, without those that are refused or stay as they are. */
export const writesOf = (resource: Resource, batch: readonly ImportRow[]) =>
  batch
    .filter(isSound)
    .flatMap(row => partsOf(resource, row))
    .map(({ row, before }) => ({ before, row, changes: before ? changesIn(before, row) : {} }))

/** Writes rows of a round that are checked, one statement for each. */
export async function writeRound(
  trx: Knex,
  { resource, author }: Pick<Judging, 'resource' | 'author'>,
  batch: readonly ImportRow[],
): Promise<void> {
  const writes = writesOf(resource, batch)
  const ended = writes.flatMap(({ before, changes }) => (before ? [{ before, asked: changes }] : []))
  await updateEach(trx, resource, ended, author)
  const begun = writes.flatMap(({ before, row }) => (before ? [] : [row as StoredRow]))
  if (begun.length > 0) await insertRows(trx, resource, begun, author)
}
