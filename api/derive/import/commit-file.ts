import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { isConflict, retryOnConflict } from '../save/retry-on-conflict.ts'
import { uploadAt } from '../uploads/upload-at.ts'
import { type CheckedFile, takeChecked } from './checked-file.ts'
import { writeErrors } from './errors.ts'
import type { ImportChannel } from './import-channel.ts'
import { changeJob, jobParams } from './job.ts'
import { type OpenedFile, type PreparedImport, prepareImport, withFile } from './open-file.ts'
import { saveRows } from './save-rows.ts'
import { verdictCounts, writeVerdicts, writtenCounts } from './verdicts.ts'

const REFUSED_AT_ONCE = 500

/**
 * Saves the rows of a job: all or none in one transaction that also sets DONE, or with SKIP_BAD_ROWS every good row,
 * 500 at a time. It can be repeated after a crash: rows that were saved before are found unchanged.
 */
export async function commitFile(db: Knex, home: string, job: ImportJob, line: ImportChannel): Promise<void> {
  const checked = await takeChecked(db, home, job, line)
  if (checked && (await commitChecked(db, home, job, checked))) return
  await withFile(db, home, job, line, opened => commitOpened(db, home, job, line, opened))
}

/** Saves rows as they were checked; whether they could be, because nobody changed one of them meanwhile. */
async function commitChecked(db: Knex, home: string, job: ImportJob, run: CheckedFile): Promise<boolean> {
  try {
    await save(job, run)
    await recordOutcome(db, home, job, run)
    return true
  } catch (error) {
    if (isConflict(error)) return false
    throw error
  } finally {
    run.staged.file.remove()
  }
}

async function commitOpened(db: Knex, home: string, job: ImportJob, line: ImportChannel, opened: OpenedFile) {
  const run = await retryOnConflict(
    () => prepareImport(db, job, opened, line),
    prepared => save(job, prepared),
  )
  await recordOutcome(db, home, job, run)
}

const endingNow = () => ({ mode: 'COMMIT', finishedAt: now(), errorText: null }) as const

async function save(job: ImportJob, run: PreparedImport | CheckedFile): Promise<void> {
  refuseChangedSync(job, run)
  const finish = async (trx: Knex) => {
    await changeJob(trx, job.id, { ...verdictCounts(run.plan, run.staged), ...endingNow(), status: 'DONE' })
    await uploadAt(job.importType)?.onDone?.(trx, job.id)
  }
  const mode = job.onError
  const checked = 'mark' in run ? { checked: run.mark } : {}
  await saveRows({ ...run.saving, mode, ...checked, ...(mode === 'ALL_OR_NOTHING' && { finish }) }, run.staged)
}

/** Writes down what became of the rows, as far as that was not done in their transaction. */
async function recordOutcome(db: Knex, home: string, job: ImportJob, run: PreparedImport): Promise<void> {
  const fileCounts = verdictCounts(run.plan, run.staged)
  const bad = fileCounts.rowsFailed
  const asChecked =
    fileCounts.rowsNew === job.rowsNew && fileCounts.rowsChanged === job.rowsChanged && bad === job.rowsFailed
  if (!asChecked && !jobParams(job).tries) {
    await writeErrors(db, home, job, run.plan, run.staged)
    await writeVerdicts(db, job, run.plan, run.staged)
  }
  if (job.onError === 'SKIP_BAD_ROWS') {
    const counts = jobParams(job).tries ? { ...fileCounts, ...(await writtenCounts(db, job)) } : fileCounts
    await transact(db, async trx => {
      await changeJob(trx, job.id, { ...counts, ...endingNow(), status: bad > 0 ? 'DONE_WITH_ERRORS' : 'DONE' })
      await uploadAt(job.importType)?.onDone?.(trx, job.id)
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
