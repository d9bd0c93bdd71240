import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { now, secondsFromNow } from './clock.ts'

/** The right to run a named job alone, for a while. */
export interface Lease {
  /** Extends the lease for as long again; false when another process has taken over. */
  renew(): Promise<boolean>
  release(): Promise<void>
}

/**
 * Takes a job's lease for so many seconds by compare-and-set; null while another process has it, or when somebody had
 * it since `notSince`.
 */
export async function leaseJob(db: Knex, name: string, seconds: number, notSince?: string): Promise<Lease | null> {
  const at = now()
  const systemColumns = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
  const known = await db('job_lock').where({ name }).first('id')
  if (!known)
    await db('job_lock')
      .insert({ name, lockedBy: null, lockedUntil: null, lastRunAt: null, ...systemColumns })
      .onConflict()
      .ignore()
  const lockedBy = randomUUID()
  const free = db('job_lock')
    .where({ name })
    .where(lock => lock.whereNull('lockedUntil').orWhere('lockedUntil', '<', at))
  if (notSince) free.where(lock => lock.whereNull('lastRunAt').orWhere('lastRunAt', '<', notSince))
  const taken = await free.update({ lockedBy, lockedUntil: secondsFromNow(seconds), lastRunAt: at, updatedAt: at })
  if (taken !== 1) return null
  const mine = () => db('job_lock').where({ name, lockedBy })
  return {
    renew: async () => (await mine().update({ lockedUntil: secondsFromNow(seconds) })) === 1,
    release: async () => {
      await mine().update({ lockedBy: null, lockedUntil: null, updatedAt: now() })
    },
  }
}
