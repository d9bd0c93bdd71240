import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/import-job.ts'
import { now } from '../../platform/clock.ts'
import { type Line, Stopped } from '../import-line.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import { check } from './check-file.ts'
import { commit } from './commit.ts'
import { changeJob, readJob } from './job.ts'
import { undo } from './undo.ts'

/** What may be done with a job: its rows checked, kept, or taken back. */
export type ImportStep = 'check' | 'commit' | 'undo'

const STEPS = { check, commit, undo }

/**
 * Checks the file of a job, keeps its rows or takes them back, and writes down what came of it. A file that cannot be read
 * leaves the job FAILED with a sentence; anything unforeseen is thrown, and nothing but whole batches of SKIP_BAD_ROWS was
 * kept.
 */
export async function runImport(
  db: Knex,
  { home, jobId, step }: { home: string; jobId: number; step: ImportStep },
  line: Line,
): Promise<void> {
  const job = await readJob(db, jobId)
  if (!job) return
  try {
    await STEPS[step](db, home, job, line)
  } catch (error) {
    if (error instanceof Stopped) await stopped(db, job, step, error)
    else if (error instanceof SheetError) {
      await changeJob(db, job.id, { status: 'FAILED', errorText: error.message.slice(0, 500), finishedAt: now() })
    } else throw error
  }
}

/** Given up by a person it is over; cut off by the portal's end it goes on at the next start. */
async function stopped(db: Knex, job: ImportJob, step: ImportStep, { byPerson }: Stopped) {
  if (step === 'undo') await changeJob(db, job.id, { status: byPerson ? 'DONE' : 'ROLLING_BACK', lockedUntil: null })
  else if (byPerson) await changeJob(db, job.id, { status: 'CANCELLED', finishedAt: now() })
  else await changeJob(db, job.id, { status: step === 'check' ? 'UPLOADED' : 'COMMITTING', lockedUntil: null })
}
