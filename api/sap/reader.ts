import type { Knex } from 'knex'
import type { SapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { conflict } from '../platform/errors.ts'
import { leaseJob } from '../platform/job-lease.ts'
import type { Log } from '../platform/log.ts'
import type { SapAdapter } from './adapter.ts'
import type { Pull, SapDocument } from './pull.ts'
import { readChanges } from './read-changes.ts'
import type { ReadRequest } from './sync-run.ts'

const leaseSeconds = 600

/** Reads one kind of SAP's documents: on schedule, or on request. */
export interface SapReader {
  object: SapSyncRun['object']
  /** Reads once; 409 SYNC_RUNNING while another reading runs, in whichever process. */
  read(request: ReadRequest): Promise<SapSyncRun>
  /** Reads once on schedule; does nothing while another reading runs. */
  readBySchedule(): Promise<void>
  stop(): Promise<void>
}

/** Makes a reader of one kind of document, whose runs follow one another. */
export function sapReader<Document extends SapDocument>(
  { db, sap, log }: { db: Knex; sap: SapAdapter; log: Log },
  pull: Pull<Document>,
): SapReader {
  let running: Promise<void> = Promise.resolve()
  let stopping = false

  async function alone(request: ReadRequest): Promise<SapSyncRun | null> {
    const lease = await leaseJob(db, `sap.read.${pull.object}`, leaseSeconds)
    if (!lease) return null
    try {
      const run = await readChanges({ db, sap, log, renew: lease.renew, stopped: () => stopping }, pull, request)
      if (!stopping) await lease.done()
      return run
    } finally {
      await lease.release()
    }
  }

  /** From its lease to its release: a stop must wait for a run that is about to begin. */
  function tracked(request: ReadRequest): Promise<SapSyncRun | null> {
    const reading = alone(request)
    const ended = reading.then(
      () => undefined,
      () => undefined,
    )
    running = Promise.all([running, ended]).then(() => undefined)
    return reading
  }

  return {
    object: pull.object,
    async read(request) {
      const run = await tracked(request)
      if (!run) throw conflict('SYNC_RUNNING', 'These are being read from SAP just now: wait until that has ended')
      return run
    },
    async readBySchedule() {
      if (!stopping) await tracked({ trigger: 'SCHEDULE', mode: 'DELTA', requestedById: null })
    },
    async stop() {
      stopping = true
      await running
    },
  }
}
