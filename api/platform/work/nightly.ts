import type { Knex } from 'knex'
import { dayOf, instantOf } from '../../../resources/define/dates.ts'
import { now, secondsFromNow } from '../clock.ts'
import type { Log } from '../log.ts'
import { PATIENCE_OF_JOBS, withPatience } from '../patience.ts'
import { waitAfter } from './claim.ts'
import { type JobRow, type Lease, leaseJob, triesIn } from './job-lease.ts'

/** A job that runs once a day, from a time of India on, or every so many minutes; one process of several runs it. */
export type NightlyJob = {
  name: string
  /** Returns how many rows it changed. A run that was cut off is begun again, so what it did must not be done twice. */
  work: (db: Knex) => Promise<number>
} & ({ at: string } | { everyMinutes: number })

const LOOK_MS = 60_000
/** The pauses in minutes after which a job that failed is begun again in the same night; after the last it waits for the next. */
const PAUSES = [5, 10, 20, 40]
const MOST_TRIES = PAUSES.length + 1

/** Runs every job that is due. A failure is logged and kept on the page Jobs, and the job is run again after a pause. */
export async function runDue(db: Knex, log: Log, jobs: readonly NightlyJob[]): Promise<void> {
  for (const job of jobs) {
    const due = 'at' in job ? instantOf(dayOf(now()), job.at) : secondsFromNow(-60 * job.everyMinutes)
    if (now() < due) continue
    const before: JobRow | undefined = await db('job_lock').where({ name: job.name }).first()
    const mostTries = 'at' in job ? MOST_TRIES : Number.MAX_SAFE_INTEGER
    const lease = await leaseJob(db, job.name, { due, mostTries })
    if (!lease) continue
    if (before?.lockedBy) log.warn({ job: job.name }, 'A nightly job was cut off, and is run again')
    await run(db, log, job, lease, (before ? triesIn(before, { due }) : 0) + 1)
  }
}

async function run(db: Knex, log: Log, job: NightlyJob, lease: Lease, tries: number) {
  try {
    const changed = await lease.during(() => job.work(db))
    await lease.done()
    log.info({ job: job.name, changed }, 'A nightly job is done')
  } catch (error) {
    const pause = 'at' in job ? waitAfter(tries, PAUSES, 0.5) : 60 * job.everyMinutes
    log.error(
      { err: error, job: job.name, tries },
      pause === null ? 'A nightly job failed for today' : 'A nightly job failed',
    )
    await lease.failed(problemOf(error), pause ?? undefined)
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
