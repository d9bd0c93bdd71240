import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { now, secondsFromNow } from '../clock.ts'

/** The right to run a named job alone, for a while. */
export interface Lease {
  /** Extends the lease for as long again; false when another process has taken over. */
  renew(): Promise<boolean>
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

/**
 * Takes a job's lease for so many seconds by compare-and-set; null while another process has it, and when this turn of
 * it is done, waits for its next try, or was tried too often.
 */
export async function leaseJob(db: Knex, name: string, seconds: number, turn?: Turn): Promise<Lease | null> {
  const at = now()
  await registerJob(db, name, at)
  const lockedBy = randomUUID()
  const free = db('job_lock')
    .where({ name })
    .where(lock => lock.whereNull('lockedUntil').orWhere('lockedUntil', '<', at))
  if (turn)
    free.where(lock => lock.whereNull('lastRunAt').orWhere('lastRunAt', '<', turn.due).orWhere(openTries(turn, at)))
  const taken = await free.update({
    lockedBy,
    lockedUntil: secondsFromNow(seconds),
    // In this order: MariaDB computes each column from those set before it.
    tries: turn ? db.raw('case when ?? >= ? then ?? + 1 else 1 end', ['lastRunAt', turn.due, 'tries']) : 1,
    lastRunAt: at,
    updatedAt: at,
  })
  if (taken !== 1) return null
  const mine = () => db('job_lock').where({ name, lockedBy })
  const end = async (changes: object) => {
    await mine().update({ lockedBy: null, lockedUntil: null, updatedAt: now(), ...changes })
  }
  return {
    renew: async () => (await mine().update({ lockedUntil: secondsFromNow(seconds) })) === 1,
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

/** Runs that began in this turn, of which none is done, and which may be tried again now. */
const openTries =
  ({ mostTries }: Turn, at: string) =>
  (lock: Knex.QueryBuilder) =>
    lock
      .where(undone => undone.whereNull('doneAt').orWhereRaw('doneAt < lastRunAt'))
      .where(paused => paused.whereNull('retryAt').orWhere('retryAt', '<=', at))
      .where('tries', '<', mostTries)

/** Adds the row of a job that never ran. */
export async function registerJob(db: Knex, name: string, at: string) {
  if (await db('job_lock').where({ name }).first('id')) return
  const systemColumns = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
  await db('job_lock')
    .insert({ name, tries: 0, ...systemColumns })
    .onConflict()
    .ignore()
}
