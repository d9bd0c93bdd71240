import type { Knex } from 'knex'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { now } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { SapAdapter } from '../adapter.ts'
import { SapError } from '../http/sap-error.ts'
import { ListIncomplete } from './by-keys.ts'
import { type RunErrors, runErrors } from './run-errors.ts'
import { closeRun } from './sync-run.ts'
import type { ReadMissing, RetryWaiting } from './unknown-references.ts'

export interface Means {
  db: Knex
  sap: SapAdapter
  log: Log
  /** Extends the lease; false when another process has taken the reading over. */
  renew(): Promise<boolean>
  stopped(): boolean
  /** Reads what a document names and the portal does not know; left out where nothing is read this way. */
  readMissing?: ReadMissing | undefined
  /** Tries what waited for what was read at once. */
  retryWaiting?: RetryWaiting | undefined
}

type Counts = Pick<SapSyncRun, 'rowsRead' | 'rowsCreated' | 'rowsUpdated' | 'rowsSkipped'>

/** What a reading keeps of itself while it runs. */
export interface Progress {
  counts: Counts
  /** How many rows SAP counts; null until it has said so. */
  rowsTotal: number | null
  errors: RunErrors
  /**
   * Saves how far the reading is, at most once a second. Throws SapError when it is to end: a person cancelled it, the
   * portal stops, or another process has taken it over.
   */
  tick(): Promise<void>
}

const TICK_MS = 1_000

/**
 * Runs a reading that has begun and records how it ended. `work` returns the status it ended with; a SapError that it
 * throws ends the run as FAILED with its sentence.
 */
export async function runReading(
  means: Means,
  run: SapSyncRun,
  work: (progress: Progress) => Promise<Partial<SapSyncRun>>,
): Promise<SapSyncRun> {
  const { db, log } = means
  const progress = progressOf(means, run)
  const close = async (ended: Partial<SapSyncRun>) => {
    await progress.errors.flush()
    const { counts, rowsTotal, errors } = progress
    return closeRun(db, run, { ...counts, rowsTotal, rowsFailed: errors.count, ...ended })
  }
  try {
    const ended = await work(progress)
    return await close({ status: progress.errors.count > 0 ? 'PARTIAL' : 'OK', ...ended })
  } catch (error) {
    if (!(error instanceof SapError))
      log.error({ err: error }, `Reading ${run.object} from SAP failed through an internal error`)
    const failure =
      error instanceof SapError ? error : new SapError('UNKNOWN', 'The portal could not continue. See the log.')
    return close({ status: 'FAILED', errorClass: classOf(failure), errorText: failure.message })
  }
}

class ReadingCancelled extends SapError {}

function classOf(failure: SapError): string {
  if (failure instanceof ReadingCancelled) return 'CANCELLED'
  return failure instanceof ListIncomplete ? ListIncomplete.errorClass : failure.errorClass
}

function progressOf({ db, renew, stopped }: Means, { id, object }: SapSyncRun): Progress {
  let ticked = performance.now()
  const progress: Progress = {
    counts: { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0, rowsSkipped: 0 },
    rowsTotal: null,
    errors: runErrors(db, id),
    async tick() {
      if (stopped()) throw new SapError('TECH', 'The portal was stopped while reading.')
      if (performance.now() - ticked < TICK_MS) return
      ticked = performance.now()
      if (!(await renew())) throw new SapError('TECH', 'Another process took this reading over.')
      const { counts, rowsTotal, errors } = progress
      const still = await db('sap_sync_run')
        .where({ id, status: 'RUNNING' })
        .whereNull('cancelledAt')
        .update({ ...counts, rowsTotal, rowsFailed: errors.count, updatedAt: now() })
      if (still === 0) throw new ReadingCancelled('TECH', `The reading of ${object} was cancelled.`)
    },
  }
  return progress
}
