import type { Log } from '../platform/log.ts'
import { onMail } from './messages.ts'

/** The running sender of one medium. */
export interface MessageSender {
  start(): void
  /** Sends what is due now; calls meanwhile join it. */
  drain(): Promise<void>
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
  let running: Promise<void> | null = null
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let deaf = () => {}

  async function sendAll() {
    await prepare()
    while (!stopping && (await sendNext()));
  }

  async function drain() {
    if (stopping) return
    running ??= sendAll()
      .catch(error => log.error({ err: error }, 'The messages could not be looked through'))
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    start() {
      timer = setInterval(() => void drain(), everyMs).unref()
      deaf = onMail(() => void drain())
      void drain()
    },
    drain,
    async stop() {
      stopping = true
      clearInterval(timer)
      deaf()
      await running
    },
  }
}
