import type { Knex } from 'knex'
import type { SapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { now } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { SapAdapter } from './adapter.ts'
import { type Pull, type SapDocument, saveDocument } from './pull.ts'
import { SapError } from './sap-error.ts'
import { closeRun, type FailedDocument, openRun, type ReadRequest, watermarkOf } from './sync-run.ts'

interface Means {
  db: Knex
  sap: SapAdapter
  log: Log
  renew(): Promise<boolean>
  stopped(): boolean
}

const minute = 60_000
/** Changes that SAP made while the last reading ran may bear an earlier time. */
const overlapMs = 5 * minute
/** A first reading goes back this far; a full one to the beginning. */
const firstMs = 30 * 24 * 60 * minute
/** How long a document that could not be saved is read again each time: its customer may be known by then. */
const patienceMs = 24 * 60 * minute
const beginning = '2000-01-01T00:00:00.000Z'

/** Reads once what changed in SAP and records the reading. The caller holds the lease. */
export async function readChanges<Document extends SapDocument>(
  means: Means,
  pull: Pull<Document>,
  request: ReadRequest,
): Promise<SapSyncRun> {
  const { db, sap, log } = means
  const started = now()
  const mark = await watermarkOf(db, pull.object)
  const since = request.mode === 'FULL' ? beginning : before(mark ?? before(started, firstMs), overlapMs)
  const id = await openRun(db, pull.object, request, started)
  const isFull = request.mode === 'FULL'
  const counts = { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0 }
  const failed: FailedDocument[] = []
  const again: string[] = []
  let latest = mark
  const unreadable = (number: string, reason: string) => {
    const message = `${pull.title} ${number} cannot be read: ${reason}`
    failed.push({ number, column: null, code: 'UNREADABLE', message })
  }
  const close = (ended: Partial<SapSyncRun>) => closeRun(db, id, pull.object, request, { ...counts, ...ended }, failed)
  try {
    const stop = isFull
      ? ((await pull.guard?.(
          db,
          pull.since(sap, since, () => undefined),
        )) ?? null)
      : null
    if (stop !== null)
      return await close({ status: 'FAILED', watermark: mark, errorClass: 'GUARD_TRIPPED', errorText: stop })
    for await (const document of pull.since(sap, since, unreadable)) {
      if (means.stopped()) throw new SapError('TECH', 'The portal was stopped while reading.')
      if (++counts.rowsRead % 100 === 0 && !(await means.renew()))
        throw new SapError('TECH', 'Another process took this reading over.')
      const { outcome, wrong } = await saveDocument(db, (trx, note) => pull.save(trx, document, { isFull, note }))
      if (outcome === 'created') counts.rowsCreated++
      if (outcome === 'updated') counts.rowsUpdated++
      if (outcome === 'later' || wrong.length > 0) again.push(document.changedAt)
      failed.push(
        ...wrong.map(({ column, code, message }) => ({ number: pull.numberOf(document), column, code, message })),
      )
      if (latest === null || document.changedAt > latest) latest = document.changedAt
    }
    return await close({ status: failed.length > 0 ? 'PARTIAL' : 'OK', watermark: held(latest, again) })
  } catch (error) {
    if (!(error instanceof SapError))
      log.error({ err: error }, `Reading ${pull.object} from SAP failed by our own fault`)
    const failure =
      error instanceof SapError ? error : new SapError('UNKNOWN', 'The portal could not go on. Its log says why.')
    return close({ status: 'FAILED', watermark: mark, errorClass: failure.errorClass, errorText: failure.message })
  }
}

const before = (instant: string, ms: number) => new Date(Date.parse(instant) - ms).toISOString()

/** The new watermark: not beyond a document of the last day that is to be read again. */
function held(latest: string | null, again: readonly string[]): string | null {
  const patient = before(now(), patienceMs)
  return again
    .filter(changedAt => changedAt > patient)
    .reduce((least, changedAt) => (least !== null && changedAt < least ? changedAt : least), latest)
}
