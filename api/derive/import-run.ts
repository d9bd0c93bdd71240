import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Knex } from 'knex'
import { now, secondsFromNow } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { isSqlite } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { changeJob, type ImportJob, type Progress } from './import-job.ts'
import type { ImportOrder } from './import-worker.ts'

/** How long a process may be silent about a check, which it speaks of each second. */
const LEASE_SECONDS = 60
/** How long a commit may take, of which nothing is heard before it ends. */
export const COMMIT_SECONDS = 900
const PATIENCE = 5_000
/** The most memory an import may take; a file that needs more ends its own thread and nothing else. */
const MEGABYTES = 256

interface Running {
  jobId: number
  flag: Int32Array
  progress: Progress | undefined
  worker: Worker | undefined
  ended: Promise<void>
}

/** The imports of this process: one at a time, each in a thread of its own. */
export class ImportRuns {
  private readonly config: Config
  private readonly db: Knex
  private readonly log: Log
  private readonly process = randomUUID()
  private readonly waiting: { jobId: number; step: ImportOrder['step'] }[] = []
  private running: Running | undefined
  private closing = false
  private timer: NodeJS.Timeout | undefined
  private takingOver: Promise<void> = Promise.resolve()

  constructor({ config, db, log }: { config: Config; db: Knex; log: Log }) {
    this.config = config
    this.db = db
    this.log = log
  }

  /** Takes up what a process left behind that is no more, now and every minute. */
  begin() {
    const look = () => {
      this.takingOver = this.takeOver().catch(error =>
        this.log.error({ err: error }, 'Imports left behind could not be taken over'),
      )
    }
    look()
    this.timer = setInterval(look, LEASE_SECONDS * 1000)
    this.timer.unref()
  }

  /** Lets a job run as soon as its turn comes. */
  start(jobId: number, step: ImportOrder['step']) {
    if (this.closing) return
    this.waiting.push({ jobId, step })
    if (!this.running) this.next()
  }

  /** How far a job has come that runs here, fresher than its row. */
  progressOf(jobId: number): Progress | undefined {
    return this.running?.jobId === jobId ? this.running.progress : undefined
  }

  /** Asks a running import to stop at its next batch. A waiting one is cancelled in its row alone. */
  cancel(jobId: number) {
    if (this.running?.jobId === jobId) Atomics.store(this.running.flag, 0, 1)
  }

  /** Stops at the next batch; the job goes on at the next start, and what was not committed is taken back. */
  async stop() {
    this.closing = true
    clearInterval(this.timer)
    await this.takingOver
    if (!this.running) return
    const { flag, ended, worker } = this.running
    Atomics.store(flag, 0, 2)
    // A thread that does not come to its next batch in time is ended; its transaction is then taken back by the database.
    const late = setTimeout(() => void worker?.terminate(), PATIENCE)
    await ended
    clearTimeout(late)
  }

  private next() {
    const order = this.waiting.shift()
    if (!order || this.closing) {
      this.running = undefined
      return
    }
    const flag = new Int32Array(new SharedArrayBuffer(4))
    const running: Running = {
      jobId: order.jobId,
      flag,
      progress: undefined,
      worker: undefined,
      ended: Promise.resolve(),
    }
    this.running = running
    running.ended = this.run(order, running)
      .catch(error => this.log.error({ err: error, jobId: order.jobId }, 'An import could not be written down'))
      .finally(() => this.next())
  }

  private async run({ jobId, step }: { jobId: number; step: ImportOrder['step'] }, running: Running) {
    const from: ImportJob['status'][] = step === 'check' ? ['UPLOADED'] : ['COMMITTING']
    const status = step === 'check' ? 'VALIDATING' : 'COMMITTING'
    const claimed = await changeJob(this.db, jobId, { status, ...this.lease(step), startedAt: now() }, from)
    if (!claimed) return
    const order: ImportOrder = {
      databaseUrl: this.config.databaseUrl,
      home: this.config.home,
      jobId,
      step,
      flag: running.flag.buffer as SharedArrayBuffer,
    }
    const failure = await this.thread(order, running)
    if (!failure) return
    this.log.error({ err: failure, jobId }, 'An import failed')
    const errorText =
      (failure as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'The file is too large to be looked at in one go: split it into smaller files.'
        : 'Something went wrong on our side and nothing more was saved: please try again.'
    await changeJob(this.db, jobId, { status: 'FAILED', errorText, finishedAt: now() }, ['VALIDATING', 'COMMITTING'])
  }

  /** Runs the thread to its end; returns what it failed of, if it did. */
  private async thread(order: ImportOrder, running: Running): Promise<unknown> {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    })
    running.worker = worker
    const beat = order.step === 'check' ? this.heartbeat(running) : undefined
    let failure: unknown
    worker.on('message', (progress: Progress) => {
      running.progress = progress
    })
    worker.on('error', error => {
      failure = error
    })
    await new Promise(resolve => worker.on('exit', resolve))
    clearInterval(beat)
    return failure
  }

  // Tells other processes each second that the job is in good hands. On SQLite there are none, and the import itself may
  // hold the only writer's lock.
  private heartbeat(running: Running): NodeJS.Timeout | undefined {
    if (isSqlite(this.db)) return undefined
    const beat = setInterval(() => {
      const progress = running.progress ?? {}
      changeJob(this.db, running.jobId, { ...this.lease('check'), ...progress }, ['VALIDATING']).catch(() => undefined)
    }, 1000)
    beat.unref()
    return beat
  }

  private lease(step: ImportOrder['step']) {
    return { lockedBy: this.process, lockedUntil: secondsFromNow(step === 'check' ? LEASE_SECONDS : COMMIT_SECONDS) }
  }

  /**
   * A check that was cut off starts again. A commit that was cut off had kept nothing, or with SKIP_BAD_ROWS whole
   * batches that will be found unchanged: it goes back to VALIDATED for a person to decide.
   */
  private async takeOver() {
    const left: ImportJob[] = await this.db('import_job')
      .whereIn('status', ['UPLOADED', 'VALIDATING', 'COMMITTING'])
      .where(rows => {
        if (isSqlite(this.db)) rows.where('lockedBy', '<>', this.process).orWhereNull('lockedBy')
        else
          rows
            .where('lockedUntil', '<', now())
            .orWhere(free => free.whereNull('lockedUntil').where('createdAt', '<', secondsFromNow(-LEASE_SECONDS)))
      })
      .select('id', 'status', 'lockedBy')
    for (const { id, status } of left) {
      if (this.waiting.some(({ jobId }) => jobId === id) || this.running?.jobId === id) continue
      if (status === 'COMMITTING') {
        const errorText =
          'The portal was restarted while this was being saved: nothing was saved by halves. Start it again.'
        await changeJob(this.db, id, { status: 'VALIDATED', errorText, lockedBy: null, lockedUntil: null }, [
          'COMMITTING',
        ])
      } else if (await changeJob(this.db, id, { status: 'UPLOADED', ...this.lease('check') }, [status]))
        this.start(id, 'check')
    }
  }
}
