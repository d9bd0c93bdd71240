import { Worker } from 'node:worker_threads'
import type { PdfFinding } from './pdf-parts.ts'

/** Milliseconds that one PDF may take; whatever is longer at it is no certificate. */
const PATIENCE = 20_000
const MEGABYTES = 256

const HEAVY = 'It takes too long to be read: print it to a plain PDF, and send that one'

/** Reads PDFs one after another in a thread of its own, which a PDF made to hang or to fill the memory ends alone. */
export class PdfReader {
  readonly #patience: number
  #worker: Worker | undefined

  constructor(patience = PATIENCE) {
    this.#patience = patience
  }

  /** The pages and words of a PDF, or why it is refused. One at a time. */
  async read(bytes: Uint8Array): Promise<PdfFinding> {
    this.#worker ??= new Worker(new URL('./pdf-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
      stdout: true,
      stderr: true,
    })
    const worker = this.#worker
    const found = await answerOf(worker, bytes, this.#patience)
    if (found) return found
    await this.stop()
    return { refusal: HEAVY }
  }

  /** Ends the thread; the next PDF begins another. */
  async stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

/** What the thread answers; undefined where it ends or takes too long over it. */
function answerOf(worker: Worker, bytes: Uint8Array, patience: number): Promise<PdfFinding | undefined> {
  return new Promise(resolve => {
    const settle = (found?: PdfFinding) => {
      clearTimeout(timer)
      worker.off('message', settle).off('error', fail).off('exit', fail)
      resolve(found)
    }
    const fail = () => settle()
    const timer = setTimeout(fail, patience)
    worker.on('message', settle).on('error', fail).on('exit', fail)
    worker.postMessage(Uint8Array.from(bytes))
  })
}
