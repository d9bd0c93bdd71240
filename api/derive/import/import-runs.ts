import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { isSqlite } from '../../platform/database.ts'
import { publishChange } from '../../platform/live-changes.ts'
import type { Log } from '../../platform/log.ts'
import { checkedKey, removeSaved } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { subjectOf } from '../uploads/upload-at.ts'
import { abandonedJobs } from './abandoned-jobs.ts'
import { ImportThread } from './import-thread.ts'
import { changeJob, claimOf, type ImportStep, isRound, jobParams, type Progress, readJob, renewCheck } from './job.ts'

/** How often a process looks for what others left behind. */
const LOOK_MS = 60_000
const STOP_TIMEOUT = 5_000
/** How long the rows of a checked file wait on the disk to be saved without being read again. */
const CHECKED_MS = 30 * 60_000

/** The status from which a step starts, and the one during it. */
const STATES = {
  check: { from: 'UPLOADED', during: 'VALIDATING' },
  commit: { from: 'COMMITTING', during: 'COMMITTING' },
  undo: { from: 'ROLLING_BACK', during: 'ROLLING_BACK' },
} as const

/** What imports need to run; `worker` is the script of their thread: it attaches behaviours and calls `runImports`. */
export interface ImportSetup {
  config: Config
  db: Knex
  log: Log
  worker: URL
}

interface Running {
  jobId: number
  flag: Int32Array
  progress: Progress | undefined
  ended: Promise<void>
}

/** Runs the imports of this process, one at a time, in a separate thread. */
export class ImportRuns {
  private readonly db: Knex
  private readonly log: Log
  private readonly process = randomUUID()
  private readonly waiting: { jobId: number; step: ImportStep }[] = []
  private running: Running | undefined
  private readonly thread: ImportThread
  private readonly home: string
  /** The jobs whose checked rows may wait to be saved, each with the timer that removes them. */
  private readonly checked = new Map<number, NodeJS.Timeout>()
  private closing = false
  private timer: NodeJS.Timeout | undefined
  private takingOver: Promise<void> = Promise.resolve()

  constructor({ config, db, log, worker }: ImportSetup) {
    this.db = db
    this.log = log
    const { databaseUrl, home, environment, paymentHosts } = config
    this.home = home
    this.thread = new ImportThread(worker, { databaseUrl, home, environment, paymentHosts })
  }

  /** Takes over the jobs of processes that have ended, now and every minute. */
  begin() {
    const resumeAbandoned = () => {
      this.takingOver = this.takeOver().catch(error =>
        this.log.error({ err: error }, 'Imports left behind could not be taken over'),
      )
    }
    resumeAbandoned()
    this.timer = setInterval(resumeAbandoned, LOOK_MS)
    this.timer.unref()
  }

  /** Queues a step of a job; it runs when the earlier ones have ended. */
  start(jobId: number, step: ImportStep) {
    if (this.closing) return
    this.waiting.push({ jobId, step })
    if (!this.running) this.next()
  }

  /** Returns the progress of a job that runs in this process; it is more recent than the job's row. */
  progressOf(jobId: number): Progress | undefined {
    return this.running?.jobId === jobId ? this.running.progress : undefined
  }

  /** Tells a running import to stop at its next batch. A queued one is cancelled by the status of its row. */
  cancel(jobId: number) {
    if (this.running?.jobId === jobId) Atomics.store(this.running.flag, 0, 1)
  }

  /** Stops at the next batch; what was not committed is rolled back. The job continues when the portal starts again. */
  async stop() {
    this.closing = true
    clearInterval(this.timer)
    await this.takingOver
    if (this.running) {
      Atomics.store(this.running.flag, 0, 2)
      // A thread that does not reach its next batch in time is terminated.
      const timeout = setTimeout(() => void this.thread.end(), STOP_TIMEOUT)
      await this.running.ended
      clearTimeout(timeout)
    }
    await this.thread.end()
    await Promise.all([...this.checked.keys()].map(jobId => this.forget(jobId)))
  }

  /** Removes the checked rows of a job that wait to be saved; whoever saves it later has the file read again. */
  async forget(jobId: number) {
    clearTimeout(this.checked.get(jobId))
    this.checked.delete(jobId)
    const job = await readJob(this.db, jobId)
    if (job) await removeSaved(this.home, checkedKey(jobParams(job).storageKey))
  }

  private forgetLater(jobId: number) {
    const failed = (error: unknown) => this.log.error({ err: error, jobId }, 'Checked rows could not be removed')
    const timer = setTimeout(() => void this.forget(jobId).catch(failed), CHECKED_MS)
    timer.unref()
    this.checked.set(jobId, timer)
  }

  private next() {
    const command = this.waiting.shift()
    if (!command || this.closing) {
      this.running = undefined
      return
    }
    const flag = new Int32Array(new SharedArrayBuffer(4))
    const running: Running = {
      jobId: command.jobId,
      flag,
      progress: undefined,
      ended: Promise.resolve(),
    }
    this.running = running
    running.ended = this.run(command, running)
      .catch(error =>
        this.log.error({ err: error, jobId: command.jobId }, 'The result of an import could not be saved'),
      )
      .finally(() => this.next())
  }

  private async run({ jobId, step }: { jobId: number; step: ImportStep }, running: Running) {
    const { during } = STATES[step]
    if (!(await transact(this.db, trx => this.claim(trx, jobId, step), 'latest'))) return
    const beat = step === 'check' ? this.heartbeat(running) : undefined
    clearTimeout(this.checked.get(jobId))
    const command = { jobId, step, process: this.process, flag: running.flag.buffer as SharedArrayBuffer }
    const failure = await this.thread.run(command, progress => {
      running.progress = progress
    })
    clearInterval(beat)
    await this.afterStep(jobId, step)
    if (!failure || this.closing) return
    this.log.error({ err: failure, jobId }, 'An import failed')
    const errorText =
      (failure as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'The file is too large to be checked at once: split it into smaller files.'
        : 'Something went wrong on our side and nothing more was saved: please try again.'
    await changeJob(this.db, jobId, { status: 'FAILED', errorText, finishedAt: now() }, [during])
  }

  /** Claims a step that waits here; whether no other process took it over meanwhile. */
  private async claim(trx: Knex, jobId: number, step: ImportStep): Promise<boolean> {
    const { from, during } = STATES[step]
    // It may have been started by a transaction that has not ended yet.
    await trx('import_job').where({ id: jobId }).forUpdate().first('id')
    const job = await readJob(trx, jobId)
    if (job?.status !== from || (job.lockedBy !== null && job.lockedBy !== this.process)) return false
    return (await claimOf(trx, job, step, { status: during, lockedBy: this.process, startedAt: now() })) !== null
  }

  /** The rows of a checked file wait a while to be saved, those of a round until somebody decides. */
  private async afterStep(jobId: number, step: ImportStep) {
    const job = await readJob(this.db, jobId)
    if (!job) return
    if (step !== 'check') this.tellScreens(job)
    if (!isRound(job)) {
      if (step === 'check') this.forgetLater(jobId)
    } else if (!['VALIDATED', 'COMMITTING'].includes(job.status)) await this.forget(jobId)
  }

  /** Its thread saves rows without the screens of this one hearing of them. */
  private tellScreens(job: ImportJob) {
    publishChange(this.db, { rows: { [subjectOf(job.importType).path]: null } })
  }

  // Renews the lease of a check each second, so that no other process takes it over. SQLite has only one process, and
  // the import may hold the only write lock.
  private heartbeat(running: Running): NodeJS.Timeout | undefined {
    if (isSqlite(this.db)) return undefined
    const beat = setInterval(() => {
      const held = { id: running.jobId, lockedBy: this.process }
      renewCheck(this.db, held, running.progress ?? {}).catch(() => undefined)
    }, 1000)
    beat.unref()
    return beat
  }

  private async takeOver() {
    const isOwn = (jobId: number) =>
      this.waiting.some(waiting => waiting.jobId === jobId) || this.running?.jobId === jobId
    for (const { jobId, step } of await abandonedJobs(this.db, this.process, isOwn)) this.start(jobId, step)
  }
}
