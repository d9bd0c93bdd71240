import { Worker } from 'node:worker_threads'
import type { PdfFinding } from './pdf-parts.ts'

/** How much one PDF may take; whatever takes more is no certificate. */
interface Bounds {
  milliseconds: number
  /** Of the objects that are made of it. */
  megabytes: number
  /** By which the process may grow: what streams unpack to lies outside the bound of a thread. */
  growth: number
}
const BOUNDS: Bounds = { milliseconds: 20_000, megabytes: 256, growth: 768 }
const LOOK_MS = 50

const HEAVY = 'It takes too long or too much memory to be read: print it to a plain PDF, and send that one'

/** Reads PDFs one after another in a thread of its own, which a PDF made to hang or to fill the memory ends alone. */
export class PdfReader {
  readonly #bounds: Bounds
  #worker: Worker | undefined

  constructor(bounds: Partial<Bounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds }
  }

  /** The pages and words of a PDF, or why it is refused. One at a time. */
  async read(bytes: Uint8Array): Promise<PdfFinding> {
    this.#worker ??= new Worker(new URL('./pdf-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#bounds.megabytes },
      stdout: true,
      stderr: true,
    })
    const worker = this.#worker
    const found = await answerOf(worker, bytes, this.#bounds)
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

const megabytesInUse = () => process.memoryUsage.rss() / 1024 / 1024

/** What the thread answers; undefined where it ends, or takes too long or too much memory over it. */
function answerOf(worker: Worker, bytes: Uint8Array, bounds: Bounds): Promise<PdfFinding | undefined> {
  const before = megabytesInUse()
  return new Promise(resolve => {
    const settle = (found?: PdfFinding) => {
      clearTimeout(timer)
      clearInterval(looks)
      worker.off('message', settle).off('error', fail).off('exit', fail)
      resolve(found)
    }
    const fail = () => settle()
    const timer = setTimeout(fail, bounds.milliseconds)
    const looks = setInterval(() => megabytesInUse() - before > bounds.growth && fail(), LOOK_MS)
    worker.on('message', settle).on('error', fail).on('exit', fail)
    worker.postMessage(Uint8Array.from(bytes))
  })
}
