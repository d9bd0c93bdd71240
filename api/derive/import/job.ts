import type { Knex } from 'knex'
import type { DayOrder } from '../../../resources/define/sheet/sheet-reading.ts'
import type { WhatIfAnswer } from '../../../resources/orders/what-if/what-if.ts'
import type { ImportConflict } from '../../../resources/platform/commands/imports.ts'
import { importJob as declared, type ImportJob } from '../../../resources/platform/imports/import-job.ts'
import type {
  ColumnMapping,
  HeadingPlace,
  ImportPeriods,
  SaidWord,
  SheetLook,
  WriteMode,
} from '../../../resources/platform/imports/imports.ts'
import type { AskedRound, RoundAnswer } from '../../../resources/platform/imports/rounds.ts'
import { now } from '../../platform/clock.ts'
import { conflict } from '../../platform/errors.ts'
import { type Held, renew, takeOver, type Work } from '../../platform/work/claim.ts'
import type { Person } from '../rights/person.ts'
import { decodeRow, encodeValue } from '../row-codec.ts'

/** What an import does with a job: check, save or roll back its rows. */
export type ImportStep = 'check' | 'commit' | 'undo'

/** The parameters of a job that have no columns of their own. */
export interface JobParams {
  ip: string | null
  requestId: string | null
  storageKey: string
  mode?: WriteMode
  /** Further fields of the upload form. */
  given?: Record<string, string>
  /** The sender wants to see the columns before the rows are checked. */
  askColumns?: boolean
  /** The headings and sample rows of the file, for the sender to map the columns. */
  sheet?: SheetLook
  /** Where the sender says that the headings stand. */
  heading?: HeadingPlace
  /** The mapping that the sender chose. */
  mapping?: ColumnMapping
  /** Rows that look like totals of the others are left out. */
  leaveOutTotals?: boolean
  /** Rows that the workbook hides are left out. */
  leaveOutHidden?: boolean
  /** What comes first in days that can be two, where the file does not show it. */
  dayOrder?: DayOrder
  /** What the sender says that words of its columns mean. */
  words?: SaidWord[]
  /** How many rows a sync will close, or end because new rows replace them. */
  closing?: number
  /** A row that a new one replaces ends the day before; `replacing` is how many such rows there were. */
  endReplaced?: boolean
  replacing?: number
  /** When its new rows start, and those end that it ends. */
  periods?: ImportPeriods
  /** How many rows had a warning when they were checked. */
  warned?: number
  /** How many new rows begin in the past, and why. */
  backdated?: number
  why?: string
  /**
   * The impact of the rows of a price, limit or sourcing master on open orders, limited to what the sender may read.
   */
  whatIf?: WhatIfAnswer
  /** How often saving was started again after the process had ended in the middle of it. */
  tries?: number
  /** The user who rolls the import back, and its status before. */
  undoneById?: number
  undoneFrom?: 'DONE' | 'DONE_WITH_ERRORS'
  /** Rows that prevent the roll-back. */
  conflicts?: ImportConflict[]
  /** A round, whose rows come from a query instead of a file. */
  round?: AskedRound & Partial<RoundAnswer> & Pick<RoundAnswer, 'words' | 'preparedBy'> & { writing?: boolean }
  /** The user wants to roll back without those rows. */
  leaveOut?: boolean
}

/** The progress of a running job, in rows. */
export interface Progress {
  rowsTotal: number
  rowsDone: number
}

/** Returns a job by its id, or undefined. */
export async function readJob(db: Knex, id: number): Promise<ImportJob | undefined> {
  const row = await db('import_job').where({ id }).first()
  return row && (decodeRow(declared, row) as unknown as ImportJob)
}

/** Returns the parameters of a job. */
export const jobParams = (job: ImportJob) => job.paramsJson as JobParams

/** Updates columns of a job; with `from`, only while its status is one of these. Returns whether it was updated. */
export async function changeJob(
  db: Knex,
  id: number,
  changes: Partial<Omit<ImportJob, 'paramsJson'>> & { paramsJson?: JobParams },
  from?: readonly ImportJob['status'][],
): Promise<boolean> {
  const rows = db('import_job').where({ id })
  if (from) rows.whereIn('status', from)
  const changed = await rows.update({ ...encodedChanges(db, changes), updatedAt: now() })
  return changed === 1
}

/**
 * How long a commit may take: its lease is not renewed before it ends, for it changes the row of its job in the
 * transaction that saves the rows.
 */
export const COMMIT_SECONDS = 900

const checks: Work = { table: 'import_job', seen: ['status', 'lockedBy'] }
const saves: Work = { ...checks, leaseSeconds: COMMIT_SECONDS }

const encodedChanges = (db: Knex, changes: object) => ({
  ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, encodeValue(value)])),
  rowVersion: db.raw('?? + 1', ['rowVersion']),
})

/** Claims a step of a job as it was read, from a process that is gone or for this one; null where another was faster. */
export const claimOf = (db: Knex, job: ImportJob, step: ImportStep, changes: Partial<ImportJob>) =>
  takeOver(db, step === 'check' ? checks : saves, job, encodedChanges(db, changes))

/** Notes how far a check is, and goes on holding it. */
export const renewCheck = (db: Knex, held: Held, progress: Partial<Progress>) =>
  renew(
    db,
    { ...checks, held: { status: 'VALIDATING' } },
    [held],
    encodedChanges(db, { ...progress, updatedAt: now() }),
  )

/** Whether the rows of a job come from a query instead of a file. */
export const isRound = ({ origin }: ImportJob) => origin === 'ROUND'

/** Throws 409 unless the person sent the file. */
export function requireSender(job: ImportJob, person: Person) {
  if (job.requestedById !== person.id)
    throw conflict('NOT_ALLOWED_STATE', 'An import is saved by the person who sent the file')
}

/** Updates a job whose status is one of `from`. Throws 409 when it has another status. */
export async function changeJobOr409(
  db: Knex,
  job: ImportJob,
  changes: Parameters<typeof changeJob>[2],
  from: ImportJob['status'][],
) {
  if (await changeJob(db, job.id, changes, from)) return
  const status = (await readJob(db, job.id))?.status.toLowerCase().replaceAll('_', ' ')
  throw conflict('NOT_ALLOWED_STATE', `${job.jobNo} is ${status}: this cannot be done with it now`)
}
