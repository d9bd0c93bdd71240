import type { Knex } from 'knex'
import type { SapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { conflict } from '../platform/errors.ts'
import { leaseJob } from '../platform/job-lease.ts'
import type { Log } from '../platform/log.ts'
import type { SapAdapter } from './adapter.ts'
import { type Asked, readInvoices } from './read-invoices.ts'

const leaseSeconds = 600

/** Reads SAP's invoices: by the clock, or when somebody asks. */
export interface InvoiceReader {
  /** One reading; 409 SYNC_RUNNING while another one is on its way, on whichever process. */
  read(asked: Asked): Promise<SapSyncRun>
  /** One reading by the clock; nothing when another one is on its way. */
  readBySchedule(): Promise<void>
  stop(): Promise<void>
}

export function invoiceReader({ db, sap, log }: { db: Knex; sap: SapAdapter; log: Log }): InvoiceReader {
  let running: Promise<unknown> = Promise.resolve()
  let stopping = false

  async function alone(asked: Asked): Promise<SapSyncRun | null> {
    const lease = await leaseJob(db, 'sap.read.INVOICE', leaseSeconds)
    if (!lease) return null
    const reading = readInvoices({ db, sap, log, renew: lease.renew, stopped: () => stopping }, asked)
    running = reading.catch(() => undefined)
    try {
      return await reading
    } finally {
      await lease.release()
    }
  }

  return {
    async read(asked) {
      const run = await alone(asked)
      if (!run) throw conflict('SYNC_RUNNING', 'Invoices are being read from SAP just now: wait until that has ended')
      return run
    },
    async readBySchedule() {
      if (!stopping) await alone({ trigger: 'SCHEDULE', mode: 'DELTA', requestedById: null })
    },
    async stop() {
      stopping = true
      await running
    },
  }
}
