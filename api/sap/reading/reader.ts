import type { Knex } from 'knex'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { conflict } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { transact } from '../../platform/transact.ts'
import { leaseJob } from '../../platform/work/job-lease.ts'
import type { SapAdapter } from '../adapter.ts'
import { landscapeFields } from '../http/fields.ts'
import type { Pull, SapDocument } from './pull.ts'
import { readChanges, saveRead } from './read-changes.ts'
import { readOneRow } from './read-one-row.ts'
import { readRows } from './read-rows.ts'
import type { Means } from './reading-run.ts'
import type { RowPull, SapItem } from './row-pull.ts'
import { saveBatch } from './save-items.ts'
import { beginRun, leaseOf, queueRun, type ReadRequest } from './sync-run.ts'
import { askerFor, type Lacking, noteLacking, type ReadMissing, type RetryWaiting } from './unknown-references.ts'

/** Reads one kind of SAP's documents or rows. */
export interface SapReader {
  object: SapSyncRun['object']
  /** Documents are read often and quickly, rows may take minutes: neither waits for the other. */
  lane: 'documents' | 'rows'
  /** Carries out a queued run; null where another process reads this object, or the run was cancelled. */
  perform(runId: number): Promise<SapSyncRun | null>
  /** Queues a run and carries it out; 409 SYNC_RUNNING while one waits or runs, in whichever process. */
  read(request: ReadRequest): Promise<SapSyncRun>
  /** Saves items that waited for another object; what still cannot be saved goes on waiting. */
  saveParked(items: readonly unknown[]): Promise<void>
  /** Reads the rows of one code, whether or not they changed; absent where only changes are read. */
  readOne?: (code: string, requestedById: number | null) => ReturnType<typeof readOneRow>
  /** Reads once on schedule; does nothing while another reading waits or runs. */
  readBySchedule(): Promise<void>
  stop(): Promise<void>
}

export interface Deps {
  db: Knex
  sap: SapAdapter
  log: Log
  /** Reads what a document names and the portal does not know; without it such documents wait. */
  readMissing?: ReadMissing | undefined
  /** Tries what waited for what was read; without it that goes on waiting. */
  retryWaiting?: RetryWaiting | undefined
}

/** Makes a reader of one kind of document, each saved by itself. */
export const sapReader = <Document extends SapDocument>(deps: Deps, pull: Pull<Document>): SapReader => ({
  ...reader(deps, pull.object, 'documents', (means, run) => readChanges(means, pull, run)),
  async saveParked(items) {
    const came = askerFor(deps.readMissing)
    let waiting = items as readonly Document[]
    while (waiting.length > 0) {
      const parked: { document: Document; lacking: readonly Lacking[] }[] = []
      for (const document of waiting) {
        const { isParked, lacking } = await saveRead(deps.db, pull, document, true)
        if (isParked) parked.push({ document, lacking })
      }
      await noteLacking(
        deps.db,
        pull.object,
        parked.flatMap(({ document, lacking: [first] }) =>
          first ? { ...first, number: pull.numberOf(document) } : [],
        ),
      )
      const isMore = await came(parked.flatMap(({ lacking }) => lacking))
      waiting = isMore ? parked.map(({ document }) => document) : []
    }
  },
})

/** Makes a reader of one kind of rows, saved in batches. */
export const sapRowReader = <Item extends SapItem>(deps: Deps, pull: RowPull<Item>): SapReader => ({
  ...reader(deps, pull.object, 'rows', (means, run) => readRows(means, pull, run)),
  async saveParked(items) {
    const how = { isFull: true, fields: await landscapeFields(deps.db) }
    const came = askerFor(deps.readMissing)
    let waiting = items as readonly Item[]
    while (waiting.length > 0) {
      const { failed } = await saveBatch(deps.db, pull, waiting, how)
      await noteLacking(deps.db, pull.object, failed)
      const keys = new Set(failed.map(({ number }) => number))
      waiting = (await came(failed)) ? waiting.filter(({ key }) => keys.has(key)) : []
    }
  },
  async readOne(code, requestedById) {
    const read = await readOneRow(deps, pull, code, requestedById)
    await deps.retryWaiting?.(pull.object)
    return read
  },
})

function reader(
  { db, sap, log, readMissing, retryWaiting }: Deps,
  object: SapReader['object'],
  lane: SapReader['lane'],
  work: (means: Means, run: SapSyncRun) => Promise<SapSyncRun>,
): Omit<SapReader, 'saveParked' | 'readOne'> {
  let running: Promise<void> = Promise.resolve()
  let stopping = false

  /** Carries out a run alone, and then what waited for it. */
  async function alone(runId: number): Promise<SapSyncRun | null> {
    const run = await leased(runId)
    if (run?.status === 'OK' || run?.status === 'PARTIAL') await retryWaiting?.(object)
    return run
  }

  async function leased(runId: number): Promise<SapSyncRun | null> {
    const lease = await leaseJob(db, leaseOf(object))
    if (!lease) return null
    try {
      const begun = await beginRun(db, runId, object)
      const means = { db, sap, log, readMissing, retryWaiting, renew: lease.renew, stopped: () => stopping }
      const run = begun && (await lease.during(() => work(means, begun)))
      if (!stopping) await lease.done()
      return run
    } finally {
      await lease.release()
    }
  }

  /** From being queued to its release: a stop must wait for a run that is about to begin. */
  function tracked<Answer>(reading: Promise<Answer>): Promise<Answer> {
    const ended = reading.then(
      () => undefined,
      () => undefined,
    )
    running = Promise.all([running, ended]).then(() => undefined)
    return reading
  }

  async function queueAndPerform(request: ReadRequest): Promise<SapSyncRun | null> {
    const id = await transact(db, trx => queueRun(trx, object, request))
    return id === null ? null : alone(id)
  }

  return {
    object,
    lane,
    perform: runId => tracked(alone(runId)),
    async read(request) {
      const run = await tracked(queueAndPerform(request))
      if (!run) throw alreadyReading()
      return run
    },
    async readBySchedule() {
      if (!stopping) await tracked(queueAndPerform({ trigger: 'SCHEDULE', mode: 'DELTA', requestedById: null }))
    },
    async stop() {
      stopping = true
      await running
    },
  }
}

/** The refusal of a second reading of an object. */
export const alreadyReading = () =>
  conflict('SYNC_RUNNING', 'These are being read from SAP just now, or wait to be: wait until that has ended')
