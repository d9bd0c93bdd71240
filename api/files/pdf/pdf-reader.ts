import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PdfFinding } from './pdf-parts.ts'
import type { Asked } from './pdf-process.ts'
import type { PlainPdf } from './plain-pdf.ts'

/** How much one PDF may take; whatever takes more is no certificate. */
interface Bounds {
  milliseconds: number
  /** Of the objects that are made of it. */
  megabytes: number
  /** By which the process may grow: what streams unpack to lies outside the bound of its objects. */
  growth: number
}
const BOUNDS: Bounds = { milliseconds: 20_000, megabytes: 256, growth: 768 }
const LOOK_MS = 50
/** How long the process waits for the next PDF before it ends. */
const IDLE_MS = 10_000

const HEAVY = 'It takes too long or too much memory to be read: print it to a plain PDF, and send that one'

/** Reads PDFs one after another in a process of its own, which is killed where a PDF makes it hang or fill the memory. */
export class PdfReader {
  readonly #bounds: Bounds
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  /** Until the process is gone that was ended last. */
  #ending: Promise<unknown> | undefined

  constructor(bounds: Partial<Bounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds }
  }

  /** The process that reads, while there is one. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** The pages and words of a PDF, or why it is refused. One at a time. */
  read(bytes: Uint8Array): Promise<PdfFinding> {
    return this.#answer({ of: 'words', bytes })
  }

  /** A PDF without what would do something by itself, or why it is refused. One at a time. */
  plain(bytes: Uint8Array): Promise<PlainPdf> {
    return this.#answer({ of: 'plain', bytes })
  }

  async #answer<Answer>(asked: Asked): Promise<Answer | { refusal: string }> {
    clearTimeout(this.#idle)
    this.#process ??= beginProcess(this.#bounds.megabytes)
    const answer = await answerOf<Answer>(this.#process, asked, this.#bounds)
    if (!answer) await this.stop()
    else this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref()
    return answer ?? { refusal: HEAVY }
  }

  /** Ends the process; the next PDF begins another. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const running = this.#process
    this.#process = undefined
    if (running && running.exitCode === null && running.signalCode === null) {
      this.#ending = once(running, 'exit')
      running.kill('SIGKILL')
    }
    await this.#ending
  }
}

/** A thread would be spared the start, but one that spins in a library cannot always be ended, and keeps what it filled. */
function beginProcess(megabytes: number): ChildProcess {
  const begun = fork(fileURLToPath(new URL('./pdf-process.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${megabytes}`],
    // None of the portal's secrets.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A portal that stops does not wait for it.
  begun.unref()
  begun.channel?.unref()
  return begun
}

/** The megabytes that a process has in memory; 0 where the system does not tell, which leaves the other two bounds. */
function megabytesInUse({ pid }: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** What the process answers; undefined where it ends, or takes too long or too much memory over it. */
function answerOf<Answer>(reading: ChildProcess, asked: Asked, bounds: Bounds): Promise<Answer | undefined> {
  const before = megabytesInUse(reading)
  return new Promise(resolve => {
    const settle = (answer?: Answer) => {
      clearTimeout(timer)
      clearInterval(looks)
      reading.off('message', settle).off('error', fail).off('exit', fail)
      resolve(answer)
    }
    const fail = () => settle()
    const timer = setTimeout(fail, bounds.milliseconds)
    const looks = setInterval(() => megabytesInUse(reading) - before > bounds.growth && fail(), LOOK_MS)
    reading.on('message', settle).on('error', fail).on('exit', fail)
    // One that has ended meanwhile answers by its exit.
    reading.send({ ...asked, bytes: Uint8Array.from(asked.bytes) }, error => error && fail())
  })
}
