import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readerLeft } from '../reports/reading.ts'
import { NO_THREAD, type ReadRows, TOO_LONG } from './reading-threads.ts'
import type { ReadAnswer, ReadOrder } from './reading-worker.ts'

/** How many reports are read at once. */
const PROCESSES = 2
/** Milliseconds after which an idle process ends. */
const IDLE_MS = 60_000
/** Milliseconds that a statement waits at most: thirty people may open a report at the same moment. */
const LONGEST_WAIT = 60_000
/** The most statements that wait; whoever comes then is told to try again. */
const MOST_WAITING = 100
/** The most memory that the JavaScript of a process may take, in MB. */
const MEGABYTES = 128
/** Below everything else that the portal does: an order is saved before a report is counted. */
const NICE = 10

interface QueuedRead {
  order: ReadOrder
  patience: number
  left: AbortSignal
  timer: NodeJS.Timeout | undefined
  /** Whether a process failed over it before. */
  again: boolean
  end(answer: ReadAnswer | Error): void
}

interface Lane {
  child: ChildProcess | undefined
  running: QueuedRead | undefined
  idle: NodeJS.Timeout | undefined
}

/**
 * Runs the selects of reports of one SQLite file in processes of their own, each with a connection that only reads. A
 * process is killed with the statement that nobody waits for any more, which a thread cannot be.
 */
export class ReportProcesses {
  private readonly filename: string
  private readonly lanes: Lane[] = Array.from({ length: PROCESSES }, () => ({
    child: undefined,
    running: undefined,
    idle: undefined,
  }))
  private readonly waiting: QueuedRead[] = []
  /** Every process that has not ended yet, those that were killed a moment ago too. */
  private readonly children = new Set<ChildProcess>()
  private closed = false
  private readonly killAll = () => {
    for (const child of this.children) child.kill('SIGKILL')
  }
  constructor(filename: string) {
    this.filename = filename
    process.on('exit', this.killAll)
  }

  /** The rows of a select. Rejects with READER_LEFT once `left` is aborted, and with TOO_LONG after `patience` milliseconds. */
  read(order: ReadOrder, patience: number, left: AbortSignal): Promise<ReadRows> {
    return new Promise((resolve, reject) => {
      if (left.aborted) return reject(readerLeft())
      if (this.closed) return reject(failure(NO_THREAD, 'The processes of reports are closed'))
      if (this.waiting.length >= MOST_WAITING) return reject(failure(NO_THREAD, 'Too many reports wait'))
      const leave = () => this.giveUp(queued, readerLeft())
      const queued: QueuedRead = {
        ...{ order, patience, left, again: false, timer: undefined },
        end(answer) {
          clearTimeout(queued.timer)
          left.removeEventListener('abort', leave)
          if (answer instanceof Error) reject(answer)
          else if ('failure' in answer) reject(Object.assign(new Error(answer.failure.message), answer.failure))
          else resolve(answer)
        },
      }
      left.addEventListener('abort', leave)
      queued.timer = setTimeout(
        () => this.giveUp(queued, failure(NO_THREAD, 'No process was free in time')),
        LONGEST_WAIT,
      )
      this.waiting.push(queued)
      this.assign()
    })
  }

  /** Ends the processes and waits for their exit; whoever still waits is refused. */
  async close(): Promise<void> {
    this.closed = true
    process.off('exit', this.killAll)
    const running = this.lanes.map(lane => lane.running)
    for (const queued of [...this.waiting.splice(0), ...running])
      queued?.end(failure(NO_THREAD, 'The processes of reports are closed'))
    for (const lane of this.lanes) this.drop(lane)
    await Promise.all(
      [...this.children].map(child => {
        child.ref()
        return once(child, 'exit')
      }),
    )
  }

  private assign(): void {
    for (const lane of this.lanes) {
      if (lane.running) continue
      const queued = this.waiting.shift()
      if (!queued) return
      clearTimeout(lane.idle)
      clearTimeout(queued.timer)
      queued.timer = setTimeout(
        () => this.giveUp(queued, failure(TOO_LONG, 'A statement of a report took longer than it may')),
        queued.patience,
      )
      lane.running = queued
      lane.child ??= this.start(lane)
      lane.child.ref()
      lane.child.channel?.ref()
      lane.child.send(queued.order, error => error && lane.running === queued && this.failed(lane))
    }
  }

  private start(lane: Lane): ChildProcess {
    const file = fileURLToPath(new URL('./reading-worker.ts', import.meta.url))
    const child = fork(file, [this.filename], {
      // It needs no setting and no secret of ours.
      env: {},
      execArgv: [`--max-old-space-size=${MEGABYTES}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (child.pid !== undefined) {
      lowerPriority(child.pid)
      this.children.add(child)
      child.once('exit', () => this.children.delete(child))
    }
    child.on('message', answer => {
      if (lane.child === child) this.answered(lane, answer as ReadAnswer)
    })
    const gone = () => {
      if (lane.child === child) this.failed(lane)
    }
    child.on('error', gone)
    child.on('exit', gone)
    return child
  }

  private answered(lane: Lane, answer: ReadAnswer): void {
    const queued = lane.running
    lane.running = undefined
    // An idle process keeps the portal from no end.
    lane.child?.unref()
    lane.child?.channel?.unref()
    lane.idle = setTimeout(() => this.drop(lane), IDLE_MS).unref()
    queued?.end(answer)
    this.assign()
  }

  /** A statement over which a process failed is tried once more, in another one. */
  private failed(lane: Lane): void {
    const queued = lane.running
    this.drop(lane)
    if (queued && !queued.again && !this.closed) this.waiting.unshift(Object.assign(queued, { again: true }))
    else queued?.end(failure(TOO_LONG, 'The process of a report ended'))
    this.assign()
  }

  private giveUp(queued: QueuedRead, why: Error): void {
    const place = this.waiting.indexOf(queued)
    if (place >= 0) this.waiting.splice(place, 1)
    const lane = this.lanes.find(({ running }) => running === queued)
    if (lane) this.drop(lane)
    queued.end(why)
    this.assign()
  }

  private drop(lane: Lane): void {
    const { child } = lane
    clearTimeout(lane.idle)
    Object.assign(lane, { child: undefined, running: undefined, idle: undefined })
    child?.kill('SIGKILL')
  }
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICE)
  } catch {
    // Some systems let nobody do so: reports then share the processor evenly.
  }
}
