import { Worker } from 'node:worker_threads'
import type { Progress } from './job.ts'
import type { ImportCommand, ImportMessage, ImportThreadConfig } from './worker.ts'

/** The most memory an import may take; a file that needs more ends only this thread. */
const MEGABYTES = 128
/** Most objects are short-lived: a small young generation keeps the process small. */
const YOUNG_MEGABYTES = 4
/** How long an idle thread waits for the next import. */
const IDLE_MS = 30_000

/** The thread that runs the imports of a process: started by the first, used again for the next, ended when idle. */
export class ImportThread {
  private readonly script: URL
  private readonly config: ImportThreadConfig
  private worker: Worker | undefined
  private idle: NodeJS.Timeout | undefined
  constructor(script: URL, config: ImportThreadConfig) {
    this.script = script
    this.config = config
  }

  /** Runs one step of a job; returns its error, or undefined. */
  run(command: ImportCommand, onProgress: (progress: Progress) => void): Promise<unknown> {
    clearTimeout(this.idle)
    const worker = this.worker ?? this.start()
    return new Promise(resolve => {
      const end = (failure: unknown) => {
        worker.off('message', onMessage)
        worker.off('error', end)
        worker.off('exit', onExit)
        this.idle = setTimeout(() => void this.end(), IDLE_MS)
        this.idle.unref()
        resolve(failure)
      }
      const onExit = () => end(new Error('The thread of the import was ended'))
      const onMessage = (message: ImportMessage) => ('ended' in message ? end(message.failure) : onProgress(message))
      worker.on('message', onMessage)
      worker.on('error', end)
      worker.on('exit', onExit)
      worker.postMessage(command)
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

  private start(): Worker {
    const worker = new Worker(this.script, {
      workerData: this.config,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
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
