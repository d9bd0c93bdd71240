import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import type { ImportRow } from '../import/import-row.ts'
import type { Judging } from '../import/save-context.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { Candidate } from '../save/candidate.ts'
import { checkRows } from '../save/check.ts'
import { changesIn, insertRows, updateEach } from '../save/write.ts'
import type { Mark } from '../staging/changed-meanwhile.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { changedSince } from './changed-since.ts'
import { fieldsOf, splitFrom } from './many-change.ts'
import { roundOf } from './stage-round.ts'

/** A round that is saved. */
export interface Run extends Judging {
  db: Knex
  home: string
  job: ImportJob
  staged: StagedRows
  onRows: (count: number) => void
  /** The moment since which changes of others count. */
  mark: Mark
}

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
    // What ends is as it was; only what begins may be unusual.
    row.warnings = candidates.at(-1)!.warnings ?? []
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

/** Refuses rows that are no longer as they were previewed. */
export async function refuseChanged(
  { resource, job }: Pick<Judging, 'resource'> & { job: ImportJob },
  db: Knex,
  batch: readonly ImportRow[],
) {
  const rows = batch.filter(({ faults, unchanged }) => faults.length === 0 && !unchanged)
  const ids = rows.map(({ before }) => before!.id)
  if (ids.length === 0) return
  const versions: { id: number; rowVersion: number }[] = await db(tableOf(resource))
    .whereIn('id', ids)
    .select('id', 'rowVersion')
  const found = new Map(versions.map(({ id, rowVersion }) => [id, rowVersion]))
  const changed = rows.filter(({ before }) => found.get(before!.id) !== before!.rowVersion)
  if (changed.length === 0) return
  const stored: Record<string, unknown>[] = await db(tableOf(resource)).whereIn(
    'id',
    changed.map(({ before }) => before!.id),
  )
  const now = stored.map(row => decodeRow(resource, row) as StoredRow)
  const faults = await changedSince(db, resource, now, fieldsOf(roundOf(job)))
  for (const row of changed)
    row.faults.push(
      faults.get(row.before!.id) ?? { field: '', code: 'CHANGED_SINCE', message: 'This row was deleted meanwhile' },
    )
}
