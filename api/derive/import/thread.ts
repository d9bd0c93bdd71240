import { Worker } from 'node:worker_threads'
import type { Progress } from './job.ts'
import type { ImportNews, ImportOrder, ImportRoom } from './worker.ts'

/** The most memory an import may take; a file that needs more ends its own thread and nothing else. */
const MEGABYTES = 160
/** New objects die young in batches: a small nursery keeps the process small. */
const NURSERY = 4
/** How long an idle thread waits for the next import. */
const IDLE = 30_000

/** One thread for the imports of a process: begun with the first, kept for the next, ended when idle. */
export class ImportThread {
  private readonly script: URL
  private readonly room: ImportRoom
  private worker: Worker | undefined
  private idle: NodeJS.Timeout | undefined
  constructor(script: URL, room: ImportRoom) {
    this.script = script
    this.room = room
  }

  /** Runs one order to its end; returns what it failed of, if it did. */
  run(order: ImportOrder, onProgress: (progress: Progress) => void): Promise<unknown> {
    clearTimeout(this.idle)
    const worker = this.worker ?? this.begin()
    return new Promise(resolve => {
      const end = (failure: unknown) => {
        worker.off('message', hear)
        worker.off('error', end)
        worker.off('exit', gone)
        this.idle = setTimeout(() => void this.end(), IDLE)
        this.idle.unref()
        resolve(failure)
      }
      const gone = () => end(new Error('The thread of the import was ended'))
      const hear = (news: ImportNews) => ('ended' in news ? end(news.failure) : onProgress(news))
      worker.on('message', hear)
      worker.on('error', end)
      worker.on('exit', gone)
      worker.postMessage(order)
    })
  }

  /** Ends the thread, whatever it does; its transaction is then taken back by the database. */
  async end(): Promise<void> {
    clearTimeout(this.idle)
    const { worker } = this
    // Whoever comes while it ends begins another one.
    this.worker = undefined
    await worker?.terminate()
  }

  private begin(): Worker {
    const worker = new Worker(this.script, {
      workerData: this.room,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: NURSERY },
    })
    // A thread that fails between two orders is simply begun anew.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = undefined
    })
    this.worker = worker
    return worker
  }
}
