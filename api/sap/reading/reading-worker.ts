import type { Knex } from 'knex'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { makeBell } from '../../platform/bell.ts'
import { now } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { SapReader } from './reader.ts'

const LOOK_MS = 1_000

const bell = makeBell()

/** Wakes the worker once the transaction that queued a reading has ended. */
export const wakeReading = bell.ringAfter

interface ReadingAt {
  db: Knex
  log: Log
  readers: readonly SapReader[]
  /** Whether it looks each second, too: at what another process queued. */
  byTimer: boolean
}

/**
 * Carries out queued readings, one of each lane at a time, in the order in which objects need each other; several
 * processes share the queue.
 */
export function readingWorker({ db, log, readers, byTimer }: ReadingAt) {
  const busy = new Map<SapReader['lane'], Promise<boolean>>()
  let stopping = false

  async function look() {
    const queued: { id: number; object: string }[] = await db('sap_sync_run')
      .where({ status: 'QUEUED', filterCode: null })
      .orderBy('id')
      .select('id', 'object')
    for (const reader of readers) {
      const run = queued.find(({ object }) => object === reader.object)
      if (!run || stopping || busy.has(reader.lane)) continue
      const done = carryOut(reader, run.id).finally(() => busy.delete(reader.lane))
      busy.set(reader.lane, done)
    }
  }

  async function carryOut(reader: SapReader, runId: number) {
    let isDone = false
    try {
      const run = await reader.perform(runId)
      isDone = run !== null
      if (run?.errorClass === 'AUTH') await refuseQueued(db, run)
    } catch (error) {
      log.error({ err: error }, 'A queued reading from SAP failed')
    }
    // Where another process has the object, the next look is soon enough.
    if (isDone && !stopping) wake()
    return isDone
  }

  const wake = () => void look().catch(error => log.error({ err: error }, 'The queue of readings could not be read'))
  const timer = byTimer ? setInterval(wake, LOOK_MS).unref() : undefined
  const stopListening = bell.onRing(wake)

  return {
    /** Carries out what is queued, and what is under way to its end. */
    async runDue() {
      await look()
      return (await Promise.all(busy.values())).includes(true)
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      stopListening()
      await Promise.all([...readers.map(reader => reader.stop()), ...busy.values()])
    },
  }
}

/** SAP locks a user after a few wrong sign-ins: what waits is not tried with the same one. */
async function refuseQueued(db: Knex, { errorClass, errorText }: SapSyncRun) {
  const at = now()
  await db('sap_sync_run')
    .where({ status: 'QUEUED', filterCode: null })
    .update({ status: 'FAILED', errorClass, errorText, finishedAt: at, updatedAt: at })
}
