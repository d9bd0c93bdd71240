import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { importStates } from '../../../resources/platform/imports/import-states.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { isSqlite } from '../../platform/database.ts'
import { changeJob, jobParams, readJob } from './job.ts'
import type { ImportStep } from './run-import.ts'

const LEASE_SECONDS = 60
/** A file that ends the process each time it is saved is tried this often. */
const MAX_TRIES = 3

/**
 * Returns the jobs of processes that have ended, so that they can be started again. A check starts from the beginning,
 * and so does a commit: it had saved nothing, or with SKIP_BAD_ROWS whole batches that will be found unchanged. Jobs
 * for which `mine` returns true are left alone.
 */
export async function abandonedJobs(
  db: Knex,
  process: string,
  isOwn: (jobId: number) => boolean,
): Promise<{ jobId: number; step: ImportStep }[]> {
  const jobs: Pick<ImportJob, 'id' | 'status'>[] = await db('import_job')
    .whereIn('status', importStates.sets.running)
    .where(rows => {
      if (isSqlite(db)) rows.where('lockedBy', '<>', process).orWhereNull('lockedBy')
      else
        rows
          .where('lockedUntil', '<', now())
          .orWhere(free => free.whereNull('lockedUntil').where('updatedAt', '<', secondsFromNow(-LEASE_SECONDS)))
    })
    .select('id', 'status')
  const resumable: { jobId: number; step: ImportStep }[] = []
  for (const { id, status } of jobs) {
    if (isOwn(id)) continue
    const step = await resume(db, id, status, process)
    if (step) resumable.push({ jobId: id, step })
  }
  return resumable
}

async function resume(
  db: Knex,
  id: number,
  status: ImportJob['status'],
  process: string,
): Promise<ImportStep | undefined> {
  const lease = { lockedBy: process, lockedUntil: secondsFromNow(LEASE_SECONDS) }
  if (status === 'ROLLING_BACK') return (await changeJob(db, id, lease, [status])) ? 'undo' : undefined
  if (status !== 'COMMITTING')
    return (await changeJob(db, id, { status: 'UPLOADED', ...lease }, [status])) ? 'check' : undefined
  const params = jobParams((await readJob(db, id))!)
  const tries = (params.tries ?? 0) + 1
  if (tries < MAX_TRIES)
    return (await changeJob(db, id, { ...lease, paramsJson: { ...params, tries } }, [status])) ? 'commit' : undefined
  const errorText =
    'The portal was stopped several times while this was being saved. No row was saved in part: start it again.'
  await changeJob(db, id, { status: 'VALIDATED', errorText, lockedBy: null, lockedUntil: null }, [status])
  return undefined
}
