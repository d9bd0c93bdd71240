import type { Knex } from 'knex'
import { now, secondsFromNow } from '../clock.ts'
import { claim, renew, settle, type Work, whileHeld } from './claim.ts'

/** Jobs that are not rows of their own: a name that one process at a time holds. */
const jobs: Work = { table: 'job_lock', seen: ['lastRunAt', 'doneAt', 'tries'] }

/** The right to run a named job alone, for a while. */
export interface Lease {
  /** Extends the lease for as long again; false when another process has taken over. */
  renew(): Promise<boolean>
  /** Keeps the lease for as long as something takes; returns what it returns. */
  during<Result>(doing: () => Promise<Result>): Promise<Result>
  /** Ends the lease and keeps that the job is done. */
  done(): Promise<void>
  /** Ends the lease and keeps what went wrong; with `retryInSeconds` the job is not taken before. */
  failed(problem: string, retryInSeconds?: number): Promise<void>
  /** Ends the lease of a job that was neither done nor failed, so that the next process may take it at once. */
  release(): Promise<void>
}

/** The turn of a job, by which it is taken once. */
interface Turn {
  /** The instant from which the job is due: it is taken unless a run that began since is done. */
  due: string
  /** The most times it is begun in a turn, killed runs included. */
  mostTries: number
}

/** What is kept of a job. */
export interface JobRow {
  id: number
  lastRunAt: string | null
  doneAt: string | null
  retryAt: string | null
  tries: number
  lockedBy: string | null
  lockedUntil: string | null
}

/** Takes a job's lease; null while another process has it, or this turn is done, waits, or was tried too often. */
export async function leaseJob(db: Knex, name: string, turn?: Turn): Promise<Lease | null> {
  await registerJob(db, name, now())
  const job: JobRow = await db('job_lock').where({ name }).first()
  if (turn && !isToDo(job, turn)) return null
  const held = await claim(db, jobs, job, { tries: turn ? triesIn(job, turn) + 1 : 1, lastRunAt: now() })
  if (!held) return null
  const end = async (changes: object) => void (await settle(db, jobs, [held], changes))
  return {
    renew: () => renew(db, jobs, [held]),
    during: doing => whileHeld(db, jobs, [held], doing),
    done: () => end({ doneAt: now(), retryAt: null, problem: null }),
    failed: (problem, retryInSeconds) =>
      end({
        failedAt: now(),
        problem: problem.slice(0, 500),
        retryAt: retryInSeconds === undefined ? null : secondsFromNow(retryInSeconds),
      }),
    release: () => end({}),
  }
}

/** How often a job was begun in this turn. */
export const triesIn = ({ lastRunAt, tries }: Pick<JobRow, 'lastRunAt' | 'tries'>, { due }: Pick<Turn, 'due'>) =>
  lastRunAt !== null && lastRunAt >= due ? tries : 0

/** Whether a job was not yet begun in this turn, or may be tried again now. */
function isToDo(job: JobRow, turn: Turn): boolean {
  const tries = triesIn(job, turn)
  if (tries === 0) return true
  const isDone = job.doneAt !== null && job.doneAt >= job.lastRunAt!
  return !isDone && (job.retryAt === null || job.retryAt <= now()) && tries < turn.mostTries
}

/** Adds the row of a job that never ran. */
export async function registerJob(db: Knex, name: string, at: string) {
  if (await db('job_lock').where({ name }).first('id')) return
  const systemColumns = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
  await db('job_lock')
    .insert({ name, tries: 0, ...systemColumns })
    .onConflict()
    .ignore()
}
