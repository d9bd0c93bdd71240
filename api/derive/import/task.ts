import type { Knex } from 'knex'
import { now } from '../../platform/clock.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import { check } from './check-file.ts'
import { commit } from './commit.ts'
import { changeJob, type ImportJob, type Progress, readJob } from './job.ts'
import { undo } from './undo.ts'

/** What may be done with a job: its rows checked, kept, or taken back. */
export type ImportStep = 'check' | 'commit' | 'undo'

/** What the portal tells a running import, and what it is told. */
export interface Line {
  /** 0 go on, 1 cancelled by a person, 2 the portal is closing. */
  told: () => number
  onProgress: (progress: Progress) => void
}

/** A person gave the import up, or the portal closes. */
export class Stopped extends Error {
  readonly byPerson: boolean
  constructor(byPerson: boolean) {
    super('The import was stopped')
    this.byPerson = byPerson
  }
}

/** Counts rows on a line and stops where the portal or a person says so. */
export function counting(line: Line, rowsTotal: number): (count: number) => void {
  const progress = { rowsTotal, rowsDone: 0 }
  return count => {
    progress.rowsDone += count
    line.onProgress({ ...progress })
    const told = line.told()
    if (told !== 0) throw new Stopped(told === 1)
  }
}

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
