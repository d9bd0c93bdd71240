import type { Knex } from 'knex'
import type { Row } from '../../resources/define/resource.ts'
import type { importJob } from '../../resources/platform/import-job.ts'
import { importJob as declared } from '../../resources/platform/import-job.ts'
import { now } from '../platform/clock.ts'
import { readRow, stored } from './stored.ts'

export type ImportJob = Row<typeof importJob>

/** What a job needs besides its columns: where it came from, and a look at what would change. */
export interface JobParams {
  ip: string | null
  requestId: string | null
  storageKey: string
  changes?: ShownChange[]
}

/** One changed cell of a known row, for the preview. */
export interface ShownChange {
  rowNo: number
  column: string
  before: unknown
  after: unknown
}

/** How far a job has come, as it runs. */
export interface Progress {
  rowsTotal: number
  rowsDone: number
}

/** A job by its id, or undefined. */
export async function readJob(db: Knex, id: number): Promise<ImportJob | undefined> {
  const row = await db('import_job').where({ id }).first()
  return row && (readRow(declared, row) as unknown as ImportJob)
}

export const paramsOf = (job: ImportJob) => job.paramsJson as JobParams

/** Writes columns of a job. With `from`, only if it is still in one of these states; returns whether it was written. */
export async function changeJob(
  db: Knex,
  id: number,
  changes: Partial<ImportJob>,
  from?: ImportJob['status'][],
): Promise<boolean> {
  const kept = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, stored(value)]))
  const rows = db('import_job').where({ id })
  if (from) rows.whereIn('status', from)
  const changed = await rows.update({ ...kept, rowVersion: db.raw('?? + 1', ['rowVersion']), updatedAt: now() })
  return changed === 1
}
