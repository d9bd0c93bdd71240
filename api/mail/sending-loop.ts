import type { Log } from '../platform/log.ts'
import type { DueWork } from '../platform/work/due-work.ts'
import { onMail } from './messages.ts'

/** The running sender of one medium. */
export interface MessageSender {
  /** Begins to send what this process writes, and where it works by a timer, what became due. */
  start(byTimer: boolean): void
  /** Sends what is due now; calls meanwhile join it. Says whether anything was. */
  drain(): Promise<boolean>
  /** As `drain`, but looks once more where that was under way already. */
  runDue: DueWork
  stop(): Promise<void>
}

const everyMs = 2_000

/**
 * Runs `sendNext`, which answers whether it found a message, until there is none: when this process wrote one, and every
 * two seconds. `prepare` comes before the first.
 */
export function sendingLoop(
  log: Log,
  { prepare, sendNext }: { prepare: () => Promise<void>; sendNext: () => Promise<boolean> },
): MessageSender {
  let running: Promise<boolean> | null = null
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let deaf = () => {}

  async function sendAll() {
    await prepare()
    let sentAny = false
    while (!stopping && (await sendNext())) sentAny = true
    return sentAny
  }

  async function drain() {
    if (stopping) return false
    running ??= sendAll()
      .catch(error => {
        log.error({ err: error }, 'The messages could not be looked through')
        return false
      })
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    start(byTimer) {
      if (byTimer) timer = setInterval(() => void drain(), everyMs).unref()
      deaf = onMail(() => void drain())
      void drain()
    },
    drain,
    async runDue() {
      await running
      return drain()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      deaf()
      await running
    },
  }
}
