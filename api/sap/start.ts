import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { simulatorFile, simulatorSecret } from '../platform/simulator-files.ts'
import { odataSap, type SapAdapter } from './adapter.ts'
import { landscapeFields } from './fields.ts'
import { recordNotConnected } from './not-connected.ts'
import { onEnqueued } from './outbox.ts'
import { type SapReader, sapReader } from './reader.ts'
import { connectSap } from './sap-connection.ts'
import { invoicePull } from './save-invoice.ts'
import { orderStatusPull } from './save-order-status.ts'
import { type MessageSender, messageSender } from './send-messages.ts'
import { sapSimulator, simulatorAccess } from './simulator/simulator.ts'

/** How often the outbox is checked, and how often changes are read from SAP: from the real one every 15 minutes. */
const outboxMs = 1_000
const changesMs = { simulator: 5_000, sap: 15 * 60_000 }

interface SapAtWork {
  /** Begins to send and to read, once the portal's address is known. */
  start(server: Server): void
  /** Ends both; calls on their way are waited for. */
  stop(): Promise<void>
}

/**
 * Starts everything that calls SAP: the configured one, or outside production the built-in simulator, which is called
 * over HTTP like a real one. In production without SAP the orders wait in the outbox, and say so.
 */
export function startSap(app: Application, { config, db, log }: { config: Config; db: Knex; log: Log }): SapAtWork {
  const simulated = config.sap === null && config.environment !== 'production'
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
  let readers: SapReader[] = []
  let deaf = () => {}

  const every = (ms: number, work: () => Promise<unknown>) => {
    const timer = setInterval(() => void work().catch(error => log.error({ err: error }, 'A regular job failed')), ms)
    timers.push(timer.unref())
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
    start(server) {
      const sap = connectTo(server)
      if (!sap) return every(outboxMs, () => recordNotConnected(db))
      connectSap(db, sap)
      const sending = messageSender({ db, sap, log })
      const reading = [sapReader({ db, sap, log }, orderStatusPull), sapReader({ db, sap, log }, invoicePull)]
      sender = sending
      readers = reading
      // Their services are registered later than this middleware, which must come before the body parser.
      app.set('sapReaders' as never, reading as never)
      deaf = onEnqueued(() => void sending.drain())
      every(outboxMs, () => sending.drain())
      every(simulated ? changesMs.simulator : changesMs.sap, async () => {
        for (const one of reading) await one.readBySchedule()
      })
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      deaf()
      await Promise.all([sender?.stop(), ...readers.map(reader => reader.stop())])
      simulator?.close()
    },
  }
}

/** The address of this process: an address that includes all interfaces includes the loopback one. */
function ownAddress(server: Server): string {
  const { address, port } = server.address() as AddressInfo
  const host =
    address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '[::1]' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}`
}
