import type { Knex } from 'knex'
import { type ImportJob, importJob } from '../../../resources/platform/imports/import-job.ts'
import { importStates } from '../../../resources/platform/imports/import-states.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { isSqlite } from '../../platform/database.ts'
import { rowsOf } from '../rows-of.ts'
import { claimOf, type ImportStep, type JobParams, jobParams } from './job.ts'

/** How long a job that was sent just now, or reserved, waits for the process that has it. */
const UNTOUCHED_SECONDS = 60
/** A file that ends the process each time it is saved is tried this often. */
const MAX_TRIES = 3

/**
 * Claims the jobs of processes that have ended, so that they can be started again. A check starts from the beginning,
 * and so does a commit: it had saved nothing, or with SKIP_BAD_ROWS whole batches that will be found unchanged. Jobs
 * for which `isOwn` returns true are left alone.
 */
export async function abandonedJobs(
  db: Knex,
  process: string,
  isOwn: (jobId: number) => boolean,
): Promise<{ jobId: number; step: ImportStep }[]> {
  // They are claimed as they are read here: read again, one that another process claims meanwhile would look held by it.
  const abandoned = await rowsOf(db, importJob, jobs =>
    jobs.whereIn('status', importStates.sets.running).where(rows => {
      // It has one process: whatever another holds is of one that is gone.
      if (isSqlite(db)) rows.where('lockedBy', '<>', process).orWhereNull('lockedBy')
      else
        rows
          .where('lockedUntil', '<', now())
          .orWhere(free => free.whereNull('lockedUntil').where('updatedAt', '<', secondsFromNow(-UNTOUCHED_SECONDS)))
    }),
  )
  const resumable: { jobId: number; step: ImportStep }[] = []
  for (const job of abandoned) {
    const step = isOwn(job.id) ? undefined : await resume(db, job, process)
    if (step) resumable.push({ jobId: job.id, step })
  }
  return resumable
}

async function resume(db: Knex, job: ImportJob, process: string): Promise<ImportStep | undefined> {
  const take = async (step: ImportStep, changes: Partial<ImportJob> = {}) =>
    (await claimOf(db, job, step, { ...changes, lockedBy: process })) ? step : undefined
  if (job.status === 'ROLLING_BACK') return take('undo')
  if (job.status !== 'COMMITTING') return take('check', { status: 'UPLOADED' })
  const params: JobParams = jobParams(job)
  const tries = (params.tries ?? 0) + 1
  if (tries < MAX_TRIES) return take('commit', { paramsJson: { ...params, tries } as never })
  const errorText =
    'The portal was stopped several times while this was being saved. No row was saved in part: start it again.'
  await claimOf(db, job, 'commit', { status: 'VALIDATED', errorText, lockedBy: null, lockedUntil: null })
  return undefined
}
