import type { Knex } from 'knex'
import { onEnqueued } from '../outbox/outbox.ts'
import { now } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { isSapSimulated, type Simulators, simulatorAccess, simulatorSecret } from '../platform/simulators.ts'
import type { DueWork } from '../platform/work/due-work.ts'
import { odataSap, type SapAdapter } from './adapter.ts'
import { landscapeFields } from './http/fields.ts'
import { readableObjects, sapReaders } from './pulls.ts'
import type { SapReader } from './reading/reader.ts'
import { queueDueReadings } from './reading/reading-times.ts'
import { readingWorker } from './reading/reading-worker.ts'
import { connectSap, markSapLive } from './sap-connection.ts'
import { type MessageSender, messageSender } from './sending/send-messages.ts'
import { connectSimulator } from './steer-sap.ts'

const sentence =
  'SAP is not connected: set SAP_URL, SAP_USER and SAP_PASSWORD and start the portal again. The message waits.'

/** How often the outbox is checked, and whether a reading is due. */
const outboxMs = 1_000
const timesMs = 20_000
/** What happens in the simulated SAP is seen soon. */
const watchMs = 5_000
const watchedObjects: readonly string[] = ['ORDER_STATUS', 'INVOICE']

interface SapAt {
  config: Config
  db: Knex
  log: Log
  /** Whether it looks at regular times, too, at what became due. */
  byTimer: boolean
}

interface SapAtWork {
  /** What reads from it, once it is connected. */
  readers(): readonly SapReader[]
  /** Begins to send and to read, once it is known where the simulators are. */
  start(simulators: Simulators | null): void
  /** Sends what waits for SAP, and reads what is queued. */
  dueWork: readonly DueWork[]
  /** Reads what happened in the simulated SAP. */
  readOutside(): Promise<void>
  /** Ends both; calls on their way are waited for. */
  stop(): Promise<void>
}

/**
 * Starts everything that calls SAP: the configured one, or outside production the simulated one, which is called
 * over HTTP like a real one. In production without SAP the orders wait in the outbox, and say so.
 */
export function startSap({ config, db, log, byTimer }: SapAt): SapAtWork {
  const simulated = isSapSimulated(config)
  if (!simulated) markSapLive(db)
  const timers: NodeJS.Timeout[] = []
  let sender: MessageSender | null = null
  let worker: ReturnType<typeof readingWorker> | null = null
  let readers: readonly SapReader[] = []
  let stopListening = () => {}

  const every = (ms: number, work: () => Promise<unknown>) => {
    if (!byTimer) return
    const timer = setInterval(() => void work().catch(error => log.error({ err: error }, 'A regular job failed')), ms)
    timers.push(timer.unref())
  }

  const watch = async () => {
    for (const one of readers) if (watchedObjects.includes(one.object)) await one.readBySchedule()
  }

  const connectTo = (simulators: Simulators | null): SapAdapter | null => {
    const fields = () => landscapeFields(db)
    if (config.sap) return odataSap({ ...config.sap, fields })
    if (!simulated || !simulators) return null
    return odataSap({ ...simulatorAccess, password: simulatorSecret(config, 'sap'), url: simulators.url, fields })
  }

  return {
    readers: () => readers,
    start(simulators) {
      const sap = connectTo(simulators)
      if (!sap) return every(outboxMs, () => recordNotConnected(db))
      connectSap(db, sap)
      if (simulated && simulators) connectSimulator(db, simulators.url)
      const sending = messageSender({ db, sap, log })
      readers = sapReaders({ db, sap, log })
      sender = sending
      worker = readingWorker({ db, log, readers, byTimer })
      stopListening = onEnqueued(() => void sending.drain())
      every(outboxMs, () => sending.drain())
      every(timesMs, () => queueDueReadings(db, readableObjects))
      if (simulated) every(watchMs, watch)
    },
    dueWork: [async () => (await sender?.drain()) ?? false, async () => (await worker?.runDue()) ?? false],
    readOutside: watch,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopListening()
      await Promise.all([sender?.stop(), worker?.stop()])
    },
  }
}

/** Writes on every waiting message why it waits, without counting it as an attempt. */
export async function recordNotConnected(db: Knex): Promise<void> {
  await db('sap_outbox')
    .whereIn('status', ['READY', 'RETRY'])
    .whereNull('errorText')
    .update({ errorText: sentence, updatedAt: now() })
}
