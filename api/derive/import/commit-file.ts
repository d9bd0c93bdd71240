import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/import-job.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { retryOnConflict } from '../save/retry-on-conflict.ts'
import { writeErrors } from './errors.ts'
import type { ImportChannel } from './import-channel.ts'
import { changeJob, jobParams } from './job.ts'
import { type OpenedFile, type PreparedImport, prepareImport, withFile } from './open-file.ts'
import { saveRows } from './save-rows.ts'
import { uploadAt } from './upload.ts'
import { verdictCounts, writeVerdicts, writtenCounts } from './verdicts.ts'

const REFUSED_AT_ONCE = 500

/**
 * Saves the rows of a job: all or none in one transaction that also sets DONE, or with SKIP_BAD_ROWS every good row,
 * 500 at a time. It can be repeated after a crash: rows that were saved before are found unchanged.
 */
export const commitFile = (db: Knex, home: string, job: ImportJob, line: ImportChannel): Promise<void> =>
  withFile(db, home, job, line, opened => commitOpened(db, home, job, line, opened))

async function commitOpened(db: Knex, home: string, job: ImportJob, line: ImportChannel, opened: OpenedFile) {
  const skip = job.onError === 'SKIP_BAD_ROWS'
  const done = uploadAt(job.importType)?.onDone
  const ending = { mode: 'COMMIT', finishedAt: now(), errorText: null } as const
  const save = async (run: PreparedImport) => {
    refuseChangedSync(job, run)
    const finish = async (trx: Knex) => {
      await changeJob(trx, job.id, { ...verdictCounts(run.plan, run.staged), ...ending, status: 'DONE' })
      await done?.(trx, job.id)
    }
    await saveRows({ ...run.saving, mode: job.onError, ...(!skip && { finish }) }, run.staged)
  }
  const run = await retryOnConflict(() => prepareImport(db, job, opened, line), save)
  const fileCounts = verdictCounts(run.plan, run.staged)
  const bad = fileCounts.rowsFailed
  const asChecked =
    fileCounts.rowsNew === job.rowsNew && fileCounts.rowsChanged === job.rowsChanged && bad === job.rowsFailed
  if (!asChecked && !jobParams(job).tries) {
    await writeErrors(db, home, job, run.plan, run.staged)
    await writeVerdicts(db, job, run.plan, run.staged)
  }
  if (skip) {
    const counts = jobParams(job).tries ? { ...fileCounts, ...(await writtenCounts(db, job)) } : fileCounts
    await transact(db, async trx => {
      await changeJob(trx, job.id, { ...counts, ...ending, status: bad > 0 ? 'DONE_WITH_ERRORS' : 'DONE' })
      await done?.(trx, job.id)
    })
  } else if (bad > 0) {
    const errorText = `Nothing was saved: since the check ${bad === 1 ? 'one row has' : `${bad} rows have`} become wrong. Look at the errors.`
    await changeJob(db, job.id, { ...fileCounts, status: 'VALIDATED', errorText })
  }
}

/** Refuses to close any row where a sync would close, or new rows would end, others than the sender was shown. */
function refuseChangedSync(job: ImportJob, { staged }: PreparedImport) {
  const { mode, closing = 0, replacing, tries } = jobParams(job)
  const shown = mode === 'SYNC' ? closing : replacing
  const now = staged.counts().CLOSED
  // What was saved before a crash has ended its rows already.
  if (shown === undefined || now === shown || (mode !== 'SYNC' && tries)) return
  for (const rows of staged.judged(REFUSED_AT_ONCE, ['CLOSED'])) {
    const message =
      mode === 'SYNC'
        ? `The file lacks ${now} rows now, and lacked ${shown} when it was checked: check it again`
        : `The file ends ${now} rows now, and ended ${shown} when it was checked: check it again`
    for (const row of rows) row.refuse('', 'STALE', message)
    staged.add(rows)
  }
}
