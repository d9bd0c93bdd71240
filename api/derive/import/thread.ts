import { Worker } from 'node:worker_threads'
import type { Progress } from './job.ts'
import type { ImportNews, ImportOrder, ImportRoom } from './worker.ts'

/** The most memory an import may take; a file that needs more ends only this thread. */
const MEGABYTES = 160
/** Most objects are short-lived: a small young generation keeps the process small. */
const NURSERY = 4
/** How long an idle thread waits for the next import. */
const IDLE = 30_000

/** The thread that runs the imports of a process: started by the first, used again for the next, ended when idle. */
export class ImportThread {
  private readonly script: URL
  private readonly room: ImportRoom
  private worker: Worker | undefined
  private idle: NodeJS.Timeout | undefined
  constructor(script: URL, room: ImportRoom) {
    this.script = script
    this.room = room
  }

  /** Runs one step of a job; returns its error, or undefined. */
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

  /** Terminates the thread; the database then rolls its transaction back. */
  async end(): Promise<void> {
    clearTimeout(this.idle)
    const { worker } = this
    // A step that comes while the thread ends starts another one.
    this.worker = undefined
    await worker?.terminate()
  }

  private begin(): Worker {
    const worker = new Worker(this.script, {
      workerData: this.room,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: NURSERY },
    })
    // A thread that fails between two steps is replaced by the next one.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = undefined
    })
    this.worker = worker
    return worker
  }
}
