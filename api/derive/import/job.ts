import type { Knex } from 'knex'
import type { WhatIfAnswer } from '../../../resources/orders/what-if/what-if.ts'
import { importJob as declared, type ImportJob } from '../../../resources/platform/import-job.ts'
import type { ColumnMapping, ImportConflict, SheetLook, WriteMode } from '../../../resources/platform/imports.ts'
import { now } from '../../platform/clock.ts'
import { conflict } from '../../platform/errors.ts'
import type { Person } from '../rights/person.ts'
import { readRow, stored } from '../row-codec.ts'

/** What a job needs besides its columns. */
export interface JobParams {
  ip: string | null
  requestId: string | null
  storageKey: string
  mode?: WriteMode
  /** What the form said besides the file. */
  given?: Record<string, string>
  /** The sender wants to look at the columns before the rows are checked. */
  askColumns?: boolean
  /** What the file looks like, for the sender to say which column is which. */
  sheet?: SheetLook
  /** What he said. */
  mapping?: ColumnMapping
  /** How many rows a sync will close. */
  closing?: number
  /** What the rows of a price, limit or sourcing master would do to open orders, as its sender may be told. */
  whatIf?: WhatIfAnswer
  /** How often keeping began, a process having died in the midst. */
  tries?: number
  /** Who wants it taken back, and what it was before he asked. */
  undoneById?: number
  undoneFrom?: 'DONE' | 'DONE_WITH_ERRORS'
  /** Rows that stand in the way of that. */
  conflicts?: ImportConflict[]
  /** He wants to leave those out. */
  leaveOut?: boolean
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

/** What the person chose when the import began. */
export const paramsOf = (job: ImportJob) => job.paramsJson as JobParams

/** Writes columns of a job. With `from`, only if it is still in one of these states; returns whether it was written. */
export async function changeJob(
  db: Knex,
  id: number,
  changes: Partial<Omit<ImportJob, 'paramsJson'>> & { paramsJson?: JobParams },
  from?: ImportJob['status'][],
): Promise<boolean> {
  const kept = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, stored(value)]))
  const rows = db('import_job').where({ id })
  if (from) rows.whereIn('status', from)
  const changed = await rows.update({ ...kept, rowVersion: db.raw('?? + 1', ['rowVersion']), updatedAt: now() })
  return changed === 1
}

/** A file is gone on with by the person who sent it. */
export function onlySender(job: ImportJob, person: Person) {
  if (job.requestedById !== person.id)
    throw conflict('NOT_ALLOWED_STATE', 'An import is saved by the person who sent the file')
}

/** Changes a job that is still where it should be. */
export async function changeOr409(
  db: Knex,
  job: ImportJob,
  changes: Parameters<typeof changeJob>[2],
  from: ImportJob['status'][],
) {
  if (await changeJob(db, job.id, changes, from)) return
  const is = (await readJob(db, job.id))?.status.toLowerCase().replaceAll('_', ' ')
  throw conflict('NOT_ALLOWED_STATE', `${job.jobNo} is ${is}: this cannot be done with it now`)
}
