import type { Knex } from 'knex'
import { dayOf, instantOf } from '../../../resources/define/dates.ts'
import { now, secondsFromNow } from '../clock.ts'
import type { Log } from '../log.ts'
import { PATIENCE_OF_JOBS, withPatience } from '../patience.ts'
import { type Lease, leaseJob } from './job-lease.ts'

/** A job that runs once a day, from a time of India on, or every so many minutes; one process of several runs it. */
export type NightlyJob = {
  name: string
  /** Returns how many rows it changed. A run that was cut off is begun again, so what it did must not be done twice. */
  work: (db: Knex) => Promise<number>
} & ({ at: string } | { everyMinutes: number })

const LOOK_MS = 60_000
/** A run renews its lease every minute; one that was killed is taken over after this time. */
const LEASE_SECONDS = 5 * 60
const RENEW_MS = 60_000
/** How often a job is begun for one night, and the pause after its first failure, which doubles each time. */
const MOST_TRIES = 5
const FIRST_PAUSE_SECONDS = 5 * 60

/** Runs every job that is due. A failure is logged and kept on the page Jobs, and the job is run again after a pause. */
export async function runDue(db: Knex, log: Log, jobs: readonly NightlyJob[]): Promise<void> {
  for (const job of jobs) {
    const due = 'at' in job ? instantOf(dayOf(now()), job.at) : secondsFromNow(-60 * job.everyMinutes)
    if (now() < due) continue
    const before = await db('job_lock').where({ name: job.name }).first()
    if (isDone(before, due)) continue
    const lease = await leaseJob(db, job.name, LEASE_SECONDS, {
      due,
      mostTries: 'at' in job ? MOST_TRIES : Number.MAX_SAFE_INTEGER,
    })
    if (!lease) continue
    if (before?.lockedBy) log.warn({ job: job.name }, 'A nightly job was cut off, and is run again')
    const tries = before?.lastRunAt >= due ? before.tries + 1 : 1
    await run(db, log, job, lease, tries)
  }
}

const isDone = (lock: { lastRunAt: string | null; doneAt: string | null } | undefined, due: string) =>
  Boolean(lock?.lastRunAt && lock.doneAt && lock.lastRunAt >= due && lock.doneAt >= lock.lastRunAt)

async function run(db: Knex, log: Log, job: NightlyJob, lease: Lease, tries: number) {
  const renewing = setInterval(() => void lease.renew().catch(() => undefined), RENEW_MS)
  try {
    const changed = await job.work(db)
    await lease.done()
    log.info({ job: job.name, changed }, 'A nightly job is done')
  } catch (error) {
    const isLast = 'at' in job && tries >= MOST_TRIES
    log.error({ err: error, job: job.name, tries }, isLast ? 'A nightly job failed for today' : 'A nightly job failed')
    const pause = 'at' in job ? FIRST_PAUSE_SECONDS * 2 ** (tries - 1) : 60 * job.everyMinutes
    await lease.failed(problemOf(error), pause)
  } finally {
    clearInterval(renewing)
  }
}

/** What a failure says on a page, where no SQL is shown. */
function problemOf(error: unknown): string {
  const { code, sqlMessage, message } = error as { code?: string; sqlMessage?: string; message?: string }
  if (sqlMessage !== undefined || code?.startsWith('SQLITE') || / - /.test(message ?? ''))
    return `The database refused it (${code ?? 'see the log'})`
  return message || 'It failed without a reason: see the log'
}

/** Looks every minute whether a job is due, until it is stopped. */
export function startNightly(db: Knex, log: Log, jobs: readonly NightlyJob[]) {
  let running: Promise<void> | undefined
  const look = () => {
    running ??= withPatience(PATIENCE_OF_JOBS, () => runDue(db, log, jobs))
      .catch(error => log.error({ err: error }, 'The nightly jobs could not be looked at'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
