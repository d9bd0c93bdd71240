import type { Knex } from 'knex'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { now } from '../../platform/clock.ts'
import type { SapAdapter } from '../adapter.ts'
import { unreadableText } from '../http/odata.ts'
import { forgetRows } from './known-rows.ts'
import { type PendingRow, parkRows, unparkRows } from './pending-rows.ts'
import { type Pull, type SapDocument, type SaveOutcome, saveDocument } from './pull.ts'
import { type Means, runReading } from './reading-run.ts'
import { noteOthers, type RunErrors } from './run-errors.ts'
import { type FailedDocument, watermarkOf } from './sync-run.ts'
import { type Lacking, type UnknownReferences, unknownReferences } from './unknown-references.ts'
import { before, clockFault, overlapped, watermarkAfter } from './watermark.ts'

const day = 24 * 60 * 60_000
/** A first reading goes back this far; a full one to the beginning. */
const firstMs = 30 * day
/** How long a document that could not be saved is read again each time. */
const patienceMs = day
const beginning = '2000-01-01T00:00:00.000Z'

/** Reads the documents that changed in SAP, each saved in a transaction of its own. The caller holds the lease. */
export async function readChanges<Document extends SapDocument>(
  means: Means,
  pull: Pull<Document>,
  run: SapSyncRun,
): Promise<SapSyncRun> {
  const { db, sap } = means
  const mark = await watermarkOf(db, pull.object)
  return runReading(means, run, async ({ counts, errors, tick }) => {
    const isFull = run.mode === 'FULL'
    const since = isFull ? beginning : overlapped(mark ?? before(run.startedAt, firstMs))
    const again: string[] = []
    let latest = mark
    const unknown = unknownReferences(db, means.readMissing, run, { counts, errors })
    const looked = () => eachTicking(pull.since(sap, since, { unreadable: ignore }), tick)
    const stop = isFull ? ((await pull.guard?.(db, looked())) ?? null) : null
    if (stop !== null) return { status: 'FAILED', watermark: mark, errorClass: 'GUARD_TRIPPED', errorText: stop }
    let others = 0
    for await (const document of readable(pull, sap, since, { errors, others: () => others++ })) {
      await tick()
      counts.rowsRead++
      const { outcome, refused, isParked } = await saveKnown(db, pull, document, { isFull, unknown })
      if (outcome === 'created') counts.rowsCreated++
      if (outcome === 'updated') counts.rowsUpdated++
      if (outcome === 'later' || (refused.length > 0 && !isParked)) again.push(document.changedAt)
      await errors.add(...refused)
      if (latest === null || document.changedAt > latest) latest = document.changedAt
    }
    counts.rowsRead += others
    counts.rowsSkipped += others
    noteOthers(pull.title, others, errors)
    await unknown.bringBack(means.retryWaiting)
    await unknown.close()
    const clock = clockFault(latest)
    if (clock !== null) await errors.add({ number: '', column: null, code: 'CLOCK', message: clock })
    return { watermark: watermarkAfter(held(latest, again), null) }
  })
}

/** What cannot be read is reported by the reading that follows the look of the guard. */
const ignore = () => undefined

/** The same documents, with a tick at each: a long look must keep its lease, and can be cancelled. */
async function* eachTicking<Document>(documents: AsyncIterable<Document>, tick: () => Promise<void>) {
  for await (const document of documents) {
    await tick()
    yield document
  }
}

/** The documents that can be read; the others are kept as errors of the run, also where SAP breaks off. */
async function* readable<Document extends SapDocument>(
  pull: Pull<Document>,
  sap: SapAdapter,
  since: string,
  { errors, others }: { errors: RunErrors; others(): void },
): AsyncGenerator<Document> {
  const failed: FailedDocument[] = []
  const unreadable = (number: string, reason: string, code?: string) => {
    const message = code ? reason : unreadableText(pull.title, number, reason)
    failed.push({ number, column: code ? 'currency' : null, code: code ?? 'UNREADABLE', message })
  }
  try {
    for await (const document of pull.since(sap, since, { unreadable, others })) {
      await errors.add(...failed.splice(0))
      yield document
    }
  } finally {
    await errors.add(...failed)
  }
}

/** How often one document is tried again, for it may lack a customer, a plant and products one after the other. */
const MOST_TRIES = 10

/** Saves a document; what it names and the portal does not know is read from SAP at once, and it is tried again. */
async function saveKnown<Document extends SapDocument>(
  db: Knex,
  pull: Pull<Document>,
  document: Document,
  { isFull, unknown }: { isFull: boolean; unknown: UnknownReferences },
) {
  for (let tries = 0; ; tries++) {
    const saved = await saveRead(db, pull, document, isFull)
    if (!saved.isParked) return saved
    const settled = await unknown.settle(pull.numberOf(document), saved.lacking)
    if (settled === 'LEFT_OUT' || settled === 'TOLD') return { ...saved, refused: [] }
    if (settled === 'UNASKED' || tries === MOST_TRIES) return saved
  }
}

/** Saves a document in a transaction of its own; one that names something unknown is parked until that is read. */
export async function saveRead<Document extends SapDocument>(
  db: Knex,
  pull: Pull<Document>,
  document: Document,
  isFull: boolean,
): Promise<{ outcome: SaveOutcome; refused: FailedDocument[]; isParked: boolean; lacking: readonly Lacking[] }> {
  const number = pull.numberOf(document)
  const { outcome, wrong } = await saveDocument(db, async (trx, note) => {
    const saved = await pull.save(trx, document, { isFull, note })
    await unparkRows(trx, pull.object, [number])
    await forgetRows(trx, pull.object, [number])
    return saved
  })
  const parked = wrong.flatMap(({ waitsFor, message }): PendingRow[] =>
    waitsFor ? [{ object: pull.object, sapKey: number, waitsFor, item: document, reason: message }] : [],
  )
  await parkRows(db, parked)
  const refused = wrong.map(({ column, code, message }) => ({ number, column, code, message }))
  return { outcome, refused, isParked: wrong.length > 0 && parked.length === wrong.length, lacking: wrong }
}

/** The new watermark: not beyond a document of the last day that is to be read again. */
function held(latest: string | null, again: readonly string[]): string | null {
  const patient = before(now(), patienceMs)
  return again
    .filter(changedAt => changedAt > patient)
    .reduce((least, changedAt) => (least !== null && changedAt < least ? changedAt : least), latest)
}
