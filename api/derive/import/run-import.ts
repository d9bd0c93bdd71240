import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { now } from '../../platform/clock.ts'
import { rollBackImport } from '../roll-back/roll-back-import.ts'
import { checkRound } from '../round/check-round.ts'
import { commitRound } from '../round/commit-round.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import { checkFile } from './check-file.ts'
import { commitFile } from './commit-file.ts'
import { type ImportChannel, ImportStopped } from './import-channel.ts'
import { changeJob, type ImportStep, isRound, readJob } from './job.ts'

const STEPS = { check: checkFile, commit: commitFile, undo: rollBackImport }
const STEPS_OF_ROUND = { check: checkRound, commit: commitRound, undo: rollBackImport }

/**
 * Checks the file of a job, saves its rows or rolls them back, and updates the job. A file that cannot be read sets
 * FAILED with a message. Other errors are thrown; nothing is saved then, except whole batches with SKIP_BAD_ROWS.
 */
export async function runImport(
  db: Knex,
  { home, jobId, step }: { home: string; jobId: number; step: ImportStep },
  line: ImportChannel,
): Promise<void> {
  const job = await readJob(db, jobId)
  if (!job) return
  try {
    await (isRound(job) ? STEPS_OF_ROUND : STEPS)[step](db, home, job, line)
  } catch (error) {
    if (error instanceof ImportStopped) await stopped(db, job, step, error)
    else if (error instanceof SheetError) {
      await changeJob(db, job.id, { status: 'FAILED', errorText: error.message.slice(0, 500), finishedAt: now() })
    } else throw error
  }
}

/** A job that a person cancelled is over; one that the portal interrupted continues at the next start. */
async function stopped(db: Knex, job: ImportJob, step: ImportStep, { byPerson }: ImportStopped) {
  if (step === 'undo') await changeJob(db, job.id, { status: byPerson ? 'DONE' : 'ROLLING_BACK', lockedUntil: null })
  else if (byPerson) await changeJob(db, job.id, { status: 'CANCELLED', finishedAt: now() })
  else await changeJob(db, job.id, { status: step === 'check' ? 'UPLOADED' : 'COMMITTING', lockedUntil: null })
}
