import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { now } from '../../platform/clock.ts'
import { isSqlite } from '../../platform/database.ts'
import { keepStaging, stagingPath, takeStaging } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { type Circumstances, circumstancesOf, namesBehind } from '../import/checked-file.ts'
import { writeErrors } from '../import/errors.ts'
import { type ImportChannel, progressCounter } from '../import/import-channel.ts'
import type { ImportRow } from '../import/import-row.ts'
import { changeJob, jobParams } from '../import/job.ts'
import { importAuthor, senderOf } from '../import/open-file.ts'
import { verdictCounts } from '../import/verdicts.ts'
import { isConflict } from '../save/retry-on-conflict.ts'
import { anyChangedSince, concernedRows } from '../staging/changed-meanwhile.ts'
import { StagedRows } from '../staging/staged-rows.ts'
import { StagedWrites } from '../staging/staged-writes.ts'
import { writeAttached } from '../staging/switch-over.ts'
import { checkRound } from './check-round.ts'
import { judgeRound, type Run, refuseChanged, writeRound, writesOf } from './save-round.ts'
import { planOfRound, roundOf } from './stage-round.ts'
import { isInSlices, takeBack, writeSlices } from './write-slices.ts'

const BATCH = 500
const MAX_TRIES = 4
const CUT_OFF =
  'The portal was stopped while it saved the round, and what was written is taken back: look at this preview, then confirm again.'
const LOST = 'The preview was no longer there, so nothing was saved: look at this one, then confirm the round again.'

/**
 * Saves the rows of a round as they were previewed, in one transaction that also sets DONE. Rows that were saved since
 * the preview, or have become wrong, are named and stay. Where the preview is gone, the round is previewed again.
 */
export async function commitRound(db: Knex, home: string, job: ImportJob, line: ImportChannel): Promise<void> {
  const { storageKey } = jobParams(job)
  if (roundOf(job).writing) {
    await takeBack(db, home, job)
    return checkRound(db, home, job, line, CUT_OFF)
  }
  const staged = (await takeStaging(home, storageKey))
    ? new StagedRows(stagingPath(home, storageKey), { staged: true })
    : undefined
  const seen = staged && circumstancesIn(staged)
  if (!staged || !seen) {
    staged?.file.remove()
    return checkRound(db, home, job, line, LOST)
  }
  let saved = false
  try {
    const sender = await senderOf(db, job)
    const { words, confirmedBy, why } = roundOf(job)
    const by = confirmedBy ? `, confirmed by ${confirmedBy}` : ''
    const reason = [`Round ${job.jobNo}: ${words}${by}`, why].filter(Boolean).join('. ').slice(0, 500)
    const author = { ...importAuthor(job, sender.person), reason }
    const onRows = progressCounter(line, staged.length)
    await save({ ...sender, author, db, home, job, staged, onRows, mark: seen.mark }, seen)
    saved = true
  } finally {
    if (saved) staged.file.remove()
    else {
      staged.file.close()
      await keepStaging(home, storageKey)
    }
  }
}

function circumstancesIn({ file }: StagedRows): Circumstances | undefined {
  try {
    return JSON.parse(file.first<{ facts: string }>('select facts from waiting')!.facts)
  } catch {
    return undefined
  }
}

async function save(run: Run, seen: Circumstances): Promise<void> {
  const { db, resource, person, staged } = run
  let last = seen
  const slices = isInSlices(db, run.job, staged.length)
  for (let tries = 1; ; tries++) {
    const present = await circumstancesOf(db, person)
    const isSame = last.facts === present.facts && !(await anyChangedSince(db, namesBehind(resource), last.mark))
    for (const batch of staged.judged(BATCH, ['CHANGED'])) {
      await refuseChanged(run, db, batch)
      if (!isSame) await judgeRound(db, run, batch)
      staged.record(batch.filter(isRefused))
      run.onRows(tries === 1 && !slices ? batch.length : 0)
    }
    staged.keepRefused()
    last = present
    const now = { ...run, mark: present.mark }
    if (slices) return writeSlices(now, trx => finish(trx, now))
    try {
      if (await writeAll(now)) return
    } catch (error) {
      if (!isConflict(error) || tries >= MAX_TRIES) throw error
    }
  }
}

const isRefused = ({ faults }: ImportRow) => faults.length > 0

/**
 * Writes all right rows and their history in one transaction; returns false where a row turned out otherwise in it, which
 * is then refused, and nothing is written.
 */
async function writeAll(run: Run): Promise<boolean> {
  const { db, resource, author, staged, mark } = run
  const inside = async (trx: Knex.Transaction, write: () => Promise<void>) => {
    const concerned = staged.groupsWith(await concernedRows(trx, resource, staged, mark))
    const right = concerned.filter(row => !isRefused(row))
    await refuseChanged(run, trx, right)
    await judgeRound(trx, run, right)
    staged.record(right.filter(isRefused))
    if (right.some(isRefused)) throw new Otherwise()
    await write()
    await finish(trx, run)
  }
  try {
    if (isSqlite(db)) {
      const writes = new StagedWrites(resource, author, staged.file)
      for (const batch of staged.judged(BATCH)) writes.add(writesOf(resource, batch))
      writes.complete()
      await writeAttached(db, staged.file, trx => inside(trx, () => writes.write(trx)))
    } else
      await transact(db, trx =>
        inside(trx, async () => {
          for (const batch of staged.judged(BATCH)) await writeRound(trx, { resource, author }, batch)
        }),
      )
    return true
  } catch (error) {
    if (error instanceof Otherwise) return false
    throw error
  }
}

class Otherwise extends Error {}

/** Sets the job to done, and says of rows that were refused since the preview why they stay. */
async function finish(trx: Knex, { home, job, resource, staged }: Run) {
  const plan = planOfRound(resource)
  const { warnings: _, ...counts } = verdictCounts(plan, staged)
  if (counts.rowsFailed !== job.rowsFailed) {
    await writeErrors(trx, home, job, plan, staged)
    for (const rows of staged.judged(BATCH, ['REJECTED'])) {
      const rowNos = rows.map(({ rowNo }) => rowNo)
      await trx('import_job_row')
        .where({ importJobId: job.id })
        .whereIn('rowNo', rowNos)
        .update({ verdict: 'REJECTED' })
    }
  }
  const status = counts.rowsFailed > 0 ? 'DONE_WITH_ERRORS' : 'DONE'
  await changeJob(trx, job.id, { ...counts, status, mode: 'COMMIT', finishedAt: now(), errorText: null })
}
