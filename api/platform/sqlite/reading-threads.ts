import { Worker } from 'node:worker_threads'
import type { ReadAnswer, ReadOrder } from './reading-worker.ts'

/** The most memory that the JavaScript of one thread may take, in MB; SQLite's own is limited by its cache. */
const MEGABYTES = 64
const YOUNG_MEGABYTES = 2
/** Milliseconds after which an idle thread ends. */
const IDLE_MS = 120_000
/** Milliseconds that a statement waits for a thread at most, as long as for a connection to MariaDB. */
const LONGEST_WAIT = 15_000
/** The most statements that wait; whoever comes then is told to try again. */
const MOST_WAITING = 200
/**
 * The most threads that still run a statement nobody waits for, since SQLite cannot be interrupted from outside; more for
 * what is not known to take long, which is not to wait for those.
 */
const MOST_OVERDUE = { long: 2, short: 4 }

/** The codes of the errors of a statement that took too long or ended its thread, and of one for which no thread was free. */
export const TOO_LONG = 'STATEMENT_TOO_LONG'
export const NO_THREAD = 'NO_READING_THREAD'

/** The rows of a select as arrays with the names of their columns, and the milliseconds that it took. */
export type ReadRows = Extract<ReadAnswer, { rows: unknown }>

interface QueuedRead {
  order: ReadOrder
  /** Milliseconds that it may take. */
  patience: number
  /** Whether it is known to take long. */
  long: boolean
  /** Whether a thread failed over it before. */
  again: boolean
  timer: NodeJS.Timeout | undefined
  resolve(rows: ReadRows): void
  reject(error: Error): void
}

/** A thread, and what it runs now. */
interface Lane {
  worker: Worker | undefined
  running: QueuedRead | undefined
  idle: NodeJS.Timeout | undefined
}

const newLane = (): Lane => ({ worker: undefined, running: undefined, idle: undefined })

/** Milliseconds: who may take longer is a job for which nobody waits. */
const PATIENCE_OF_PEOPLE = 60_000
const isJob = ({ patience }: QueuedRead) => patience > PATIENCE_OF_PEOPLE

/** What each thread takes: one whatever people ask, one only what is not known to take long, and one what jobs ask. */
const TAKES: readonly ((queued: QueuedRead) => boolean)[] = [
  queued => !isJob(queued),
  queued => !isJob(queued) && !queued.long,
  isJob,
]

/**
 * Runs selects of one SQLite file on threads of their own, each with its own connection that only reads, so that nothing
 * else waits for them: a search through millions of rows holds up no short list, and a job nobody. Threads start with the
 * first statement and end when idle.
 */
export class ReadingThreads {
  private readonly filename: string
  private readonly lanes = TAKES.map(newLane)
  private readonly waiting: QueuedRead[] = []
  private readonly overdue = new Set<Worker>()
  private closed = false
  constructor(filename: string) {
    this.filename = filename
  }

  /** The rows of a select. Rejects with the code TOO_LONG when it takes more than `patience` milliseconds. */
  read(order: ReadOrder, patience: number, long = false): Promise<ReadRows> {
    return new Promise((resolve, reject) => {
      const queued: QueuedRead = { order, patience, long, again: false, timer: undefined, resolve, reject }
      if (this.closed) reject(closing())
      else if (this.waiting.length >= MOST_WAITING)
        reject(failure(NO_THREAD, 'Too many statements wait for a reading thread'))
      else {
        queued.timer = setTimeout(() => this.giveUp(queued), LONGEST_WAIT)
        this.waiting.push(queued)
        this.assign()
      }
    })
  }

  /** Ends the threads; whoever still waits is refused. A thread in the middle of a statement ends after it. */
  async close(): Promise<void> {
    this.closed = true
    const idle = this.lanes.filter(({ running }) => !running).map(({ worker }) => worker)
    for (const queued of [...this.waiting.splice(0), ...this.lanes.map(({ running }) => running)]) {
      if (queued) settle(queued, () => queued.reject(closing()))
    }
    for (const lane of this.lanes) void this.drop(lane)?.terminate()
    await Promise.all(idle.map(worker => worker?.terminate()))
  }

  private assign(): void {
    for (const [at, lane] of this.lanes.entries()) {
      if (lane.running) continue
      const next = this.waiting.findIndex(TAKES[at]!)
      if (next < 0) continue
      const most = this.waiting[next]!.long ? MOST_OVERDUE.long : MOST_OVERDUE.short
      if (!lane.worker && this.overdue.size >= most) continue
      const [queued] = this.waiting.splice(next, 1)
      this.run(lane, queued!)
    }
  }

  private run(lane: Lane, queued: QueuedRead): void {
    clearTimeout(lane.idle)
    clearTimeout(queued.timer)
    queued.timer = setTimeout(() => this.giveUp(queued), queued.patience)
    lane.running = queued
    lane.worker ??= this.start(lane)
    // An idle thread keeps no process alive, one that somebody waits for does.
    lane.worker.ref()
    lane.worker.postMessage(queued.order)
  }

  private start(lane: Lane): Worker {
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      workerData: { filename: this.filename },
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    worker.on('message', (answer: ReadAnswer) => {
      if (lane.worker === worker) this.answered(lane, answer)
    })
    worker.on('error', error => {
      if (lane.worker === worker) this.failed(lane, error as Error)
    })
    worker.on('exit', () => {
      this.overdue.delete(worker)
      if (lane.worker === worker) this.failed(lane, ended())
      this.assign()
    })
    return worker
  }

  private answered(lane: Lane, answer: ReadAnswer): void {
    const queued = lane.running!
    lane.running = undefined
    lane.worker!.unref()
    lane.idle = setTimeout(() => void this.drop(lane)?.terminate(), IDLE_MS).unref()
    settle(queued, () => ('failure' in answer ? queued.reject(errorOf(answer.failure)) : queued.resolve(answer)))
    this.assign()
  }

  /** A statement over which a thread failed is tried once more, on another one. */
  private failed(lane: Lane, error: Error): void {
    const queued = lane.running
    this.drop(lane)
    if (queued && !queued.again && !this.closed) this.waiting.unshift(Object.assign(queued, { again: true }))
    else if (queued) settle(queued, () => queued.reject(Object.assign(ended(), { cause: error })))
    this.assign()
  }

  /** A thread whose statement takes too long is left to itself: it ends when the statement does. */
  private giveUp(queued: QueuedRead): void {
    const place = this.waiting.indexOf(queued)
    if (place >= 0) this.waiting.splice(place, 1)
    const lane = this.lanes.find(({ running }) => running === queued)
    const worker = lane && this.drop(lane)
    if (worker) {
      this.overdue.add(worker)
      worker.unref()
      void worker.terminate()
    }
    settle(queued, () =>
      queued.reject(
        worker
          ? failure(TOO_LONG, 'A statement took longer than it may')
          : failure(NO_THREAD, 'No reading thread was free in time'),
      ),
    )
    this.assign()
  }

  private drop(lane: Lane): Worker | undefined {
    clearTimeout(lane.idle)
    const { worker } = lane
    Object.assign(lane, newLane())
    return worker
  }
}

function settle(queued: QueuedRead, how: () => void): void {
  clearTimeout(queued.timer)
  how()
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })
const ended = () => failure(TOO_LONG, 'The reading thread was ended')
const closing = () => failure(NO_THREAD, 'The reading threads are closed')
const errorOf = ({ message, ...more }: { message: string; code?: string; errcode?: number }) =>
  Object.assign(new Error(message), more)
