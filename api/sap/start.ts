import type { Server } from 'node:http'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { onEnqueued } from '../outbox/outbox.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { ownAddress } from '../platform/own-address.ts'
import { isSapSimulated, simulatorFile, simulatorSecret } from '../platform/simulator-files.ts'
import type { DueWork } from '../platform/work/due-work.ts'
import { type SimulatorControls, sapSimulator, simulatorAccess } from '../sap-simulator/simulator.ts'
import { odataSap, type SapAdapter } from './adapter.ts'
import { connectSimulator } from './dry-run.ts'
import { landscapeFields } from './http/fields.ts'
import { recordNotConnected } from './not-connected.ts'
import { readableObjects, sapReaders } from './pulls.ts'
import type { SapReader } from './reading/reader.ts'
import { queueDueReadings } from './reading/reading-times.ts'
import { readingWorker } from './reading/reading-worker.ts'
import { connectSap, markSapLive } from './sap-connection.ts'
import { type MessageSender, messageSender } from './sending/send-messages.ts'

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
  /** What steers the built-in simulator, where it answers for SAP. */
  simulator: SimulatorControls | null
  /** What reads from it, once it is connected. */
  readers(): readonly SapReader[]
  /** Begins to send and to read, once the portal's address is known. */
  start(server: Server): void
  /** Sends what waits for SAP, and reads what is queued. */
  dueWork: readonly DueWork[]
  /** Reads what happened in the simulated SAP. */
  readOutside(): Promise<void>
  /** Ends both; calls on their way are waited for. */
  stop(): Promise<void>
}

/**
 * Starts everything that calls SAP: the configured one, or outside production the built-in simulator, which is called
 * over HTTP like a real one. In production without SAP the orders wait in the outbox, and say so.
 */
export function startSap(app: Application, { config, db, log, byTimer }: SapAt): SapAtWork {
  const simulated = isSapSimulated(config)
  if (!simulated) markSapLive(db)
  const password = simulatorSecret(config, 'sap')
  const simulator = simulated
    ? sapSimulator({
        file: simulatorFile(config, 'sap'),
        billAfterMs: config.simulatedBillAfterMs,
        user: simulatorAccess.user,
        password,
      })
    : null
  if (simulator) app.use(simulator)

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

  const connectTo = (server: Server): SapAdapter | null => {
    const fields = () => landscapeFields(db)
    if (config.sap) return odataSap({ ...config.sap, fields })
    return simulated
      ? odataSap({
          url: ownAddress(server),
          user: simulatorAccess.user,
          password,
          client: simulatorAccess.client,
          fields,
        })
      : null
  }

  return {
    simulator: simulator?.controls ?? null,
    readers: () => readers,
    start(server) {
      const sap = connectTo(server)
      if (!sap) return every(outboxMs, () => recordNotConnected(db))
      connectSap(db, sap)
      if (simulated) connectSimulator(db, ownAddress(server))
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
      simulator?.close()
    },
  }
}
