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
    const found = await new Promise<PdfFinding | undefined>(resolve => {
      const timer = setTimeout(() => resolve(undefined), this.#patience)
      const settle = (finding: PdfFinding | undefined) => {
        clearTimeout(timer)
        resolve(finding)
      }
      worker.once('message', settle)
      worker.once('error', () => settle(undefined))
      worker.once('exit', () => settle(undefined))
      worker.postMessage(Uint8Array.from(bytes))
    })
    worker.removeAllListeners()
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
