import type { Knex } from 'knex'
import { dayOf, instantOf } from '../../resources/define/dates.ts'
import { now, secondsFromNow } from './clock.ts'
import { leaseJob } from './job-lease.ts'
import type { Log } from './log.ts'

/** A job that runs once a day, from a time of India on, or every so many minutes; one process of several runs it. */
export type NightlyJob = {
  name: string
  /** Returns how many rows it changed. */
  work: (db: Knex) => Promise<number>
} & ({ at: string } | { everyMinutes: number })

const LOOK_MS = 60_000
const LEASE_SECONDS = 30 * 60

/** Runs every job that is due; a failure is logged and the job is run again the next time. */
export async function runDue(db: Knex, log: Log, jobs: readonly NightlyJob[]): Promise<void> {
  for (const job of jobs) {
    const { name, work } = job
    const due = 'at' in job ? instantOf(dayOf(now()), job.at) : secondsFromNow(-60 * job.everyMinutes)
    if (now() < due || (await doneSince(db, name, due))) continue
    const lease = await leaseJob(db, name, LEASE_SECONDS, due)
    if (!lease) continue
    try {
      log.info({ job: name, changed: await work(db) }, 'A nightly job is done')
    } catch (error) {
      log.error({ err: error, job: name }, 'A nightly job failed')
    } finally {
      await lease.release()
    }
  }
}

async function doneSince(db: Knex, name: string, due: string) {
  const known = await db('job_lock').where({ name }).first('lastRunAt')
  return Boolean(known?.lastRunAt) && known.lastRunAt >= due
}

/** Looks every minute whether a job is due, until it is stopped. */
export function startNightly(db: Knex, log: Log, jobs: readonly NightlyJob[]) {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= runDue(db, log, jobs)
      .catch(error => log.error({ err: error }, 'The nightly jobs could not be looked at'))
      .finally(() => {
        running = undefined
      })
  }, LOOK_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
