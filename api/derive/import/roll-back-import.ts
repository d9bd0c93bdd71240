import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/import-job.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { requireRight } from '../rights/conditions.ts'
import { readPerson } from '../rights/person.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import { describeConflicts } from './conflicts.ts'
import { type ImportChannel, progressCounter } from './import-channel.ts'
import { type ImportedRow, rowsWrittenBy } from './imported-rows.ts'
import { changeJob, jobParams } from './job.ts'
import { importAuthor } from './open-file.ts'
import { rollBackRows } from './roll-back-rows.ts'
import { subjectOf } from './upload.ts'

class RollbackPrevented extends Error {}

/**
 * Rolls a whole import back in one transaction: what it created is deactivated, what it changed gets its earlier
 * values, both with history. Rows that somebody has edited since or that are in use prevent it and are listed; with
 * `leaveOut` they stay and the rest is rolled back.
 */
export async function rollBackImport(db: Knex, _home: string, job: ImportJob, line: ImportChannel): Promise<void> {
  const params = jobParams(job)
  const person = params.undoneById === undefined ? undefined : await readPerson(db, params.undoneById)
  if (!person) throw new SheetError('The person who wants this import taken back is not known any more.')
  requireRight(person, subjectOf(job.importType), 'import')
  const written = await rowsWrittenBy(db, job.id)
  const leftOut = new Map<ImportedRow, string>()
  const author = {
    ...importAuthor(job, person),
    source: 'IMPORT' as const,
    reason: `Import ${job.jobNo} was rolled back`,
  }
  for (;;) {
    const conflicts = new Map<ImportedRow, string>()
    const onRows = progressCounter(line, written.length)
    try {
      await transact(db, async trx => {
        conflicts.clear()
        const remaining = written.filter(row => !leftOut.has(row))
        await rollBackRows(trx, { job, person, author, onRows }, remaining, conflicts)
        if (conflicts.size > 0) throw new RollbackPrevented()
        const errorText =
          leftOut.size === 0 ? null : `Left as they are: ${counted(leftOut.size)}, changed since the import or in use.`
        const paramsJson = { ...params, conflicts: await describeConflicts(trx, leftOut) }
        await changeJob(trx, job.id, { status: 'ROLLED_BACK', finishedAt: now(), errorText, paramsJson })
      })
      return
    } catch (error) {
      if (!(error instanceof RollbackPrevented)) throw error
    }
    for (const [row, reason] of conflicts) leftOut.set(row, reason)
    if (!params.leaveOut) break
  }
  await changeJob(db, job.id, {
    status: params.undoneFrom ?? 'DONE',
    errorText: `Nothing was rolled back. Changed since the import, or in use: ${counted(leftOut.size)}.`,
    paramsJson: { ...params, conflicts: await describeConflicts(db, leftOut) },
  })
}

const counted = (count: number) => (count === 1 ? 'one row' : `${count} rows`)
