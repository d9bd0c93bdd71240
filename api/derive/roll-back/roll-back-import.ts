import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { now } from '../../platform/clock.ts'
import { stagingPath } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { type ImportChannel, progressCounter } from '../import/import-channel.ts'
import { changeJob, isRound, jobParams } from '../import/job.ts'
import { importAuthor } from '../import/open-file.ts'
import { requireRight } from '../rights/conditions.ts'
import { readPerson } from '../rights/read-person.ts'
import { isInSlices } from '../round/write-slices.ts'
import { retryOnConflict } from '../save/retry-on-conflict.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import { writeAttached } from '../staging/switch-over.ts'
import { subjectOf } from '../uploads/upload-at.ts'
import { describeConflicts, RollbackConflicts } from './conflicts.ts'
import { ImportedRows } from './imported-rows.ts'
import { canRollBackAtOnce, type RollbackContext, rollBackRows, stageRollback } from './roll-back-rows.ts'
import { stageSlices } from './roll-back-slices.ts'

class RollbackPrevented extends Error {}

/**
 * Rolls a whole import back in one transaction: what it created is deactivated, what it changed gets its earlier
 * values, both with history. Rows that somebody has edited since or that are in use prevent it and are listed; with
 * `leaveOut` they stay and the rest is rolled back.
 */
export async function rollBackImport(db: Knex, home: string, job: ImportJob, line: ImportChannel): Promise<void> {
  const params = jobParams(job)
  const person = params.undoneById === undefined ? undefined : await readPerson(db, params.undoneById)
  if (!person) throw new SheetError('The person who asked for this roll-back is no longer known.')
  requireRight(person, subjectOf(job.importType), 'import')
  const author = {
    ...importAuthor(job, person),
    source: 'IMPORT' as const,
    reason: `Import ${job.jobNo} was rolled back`,
  }
  const written = new ImportedRows(stagingPath(home, params.storageKey))
  try {
    await written.read(db, job.id)
    await rollBack(db, job, { job, person, author }, written, line)
  } finally {
    written.file.remove()
  }
}

async function rollBack(
  db: Knex,
  job: ImportJob,
  about: Pick<RollbackContext, 'job' | 'person' | 'author'>,
  written: ImportedRows,
  line: ImportChannel,
) {
  const params = jobParams(job)
  const leftOut = new RollbackConflicts()
  const atOnce = canRollBackAtOnce(db, job, written)
  const rows = written.length
  const inSlices = isRound(job) && isInSlices(db, job, rows)
  const finish = async (trx: Knex.Transaction, conflicts: RollbackConflicts) => {
    if (conflicts.size > 0) throw new RollbackPrevented()
    const errorText =
      leftOut.size === 0 ? null : `Left as they are: ${counted(leftOut.size)}, changed since the import or in use.`
    const paramsJson = { ...params, conflicts: await describeConflicts(trx, leftOut) }
    await changeJob(trx, job.id, { status: 'ROLLED_BACK', finishedAt: now(), errorText, paramsJson })
  }
  for (;;) {
    const conflicts = new RollbackConflicts()
    const context = { ...about, onRows: progressCounter(line, rows), isLeftOut: leftOut.has }
    try {
      if (inSlices) {
        const write = await stageSlices(db, context, written, conflicts)
        if (conflicts.size > 0) throw new RollbackPrevented()
        leftOut.addAll(await write())
        await transact(db, trx => finish(trx, conflicts))
      } else if (atOnce)
        await retryOnConflict(
          () => stageRollback(db, context, written, conflicts),
          write =>
            writeAttached(db, written.file, async trx => {
              await write(trx)
              await finish(trx, conflicts)
            }),
        )
      else
        await transact(db, async trx => {
          conflicts.clear()
          await rollBackRows(trx, context, written, conflicts)
          await finish(trx, conflicts)
        })
      return
    } catch (error) {
      if (!(error instanceof RollbackPrevented)) throw error
    }
    leftOut.addAll(conflicts)
    if (!params.leaveOut) break
  }
  await changeJob(db, job.id, {
    status: params.undoneFrom ?? 'DONE',
    errorText: `Nothing was rolled back. Changed since the import, or in use: ${counted(leftOut.size)}.`,
    paramsJson: { ...params, conflicts: await describeConflicts(db, leftOut) },
  })
}

const counted = (count: number) => (count === 1 ? 'one row' : `${count} rows`)
