import type { Knex } from 'knex'
import { type SapSyncRun, sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { readRow } from '../derive/stored.ts'
import { now } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { transact } from '../platform/transact.ts'
import type { SapAdapter } from './adapter.ts'
import type { BillingDocument } from './billing-document.ts'
import { SapError } from './sap-error.ts'
import { RowError, saveInvoice } from './save-invoice.ts'

export interface Asked {
  trigger: SapSyncRun['trigger']
  mode: SapSyncRun['mode']
  requestedById: number | null
}

interface Means {
  db: Knex
  sap: SapAdapter
  log: Log
  renew(): Promise<boolean>
  stopped(): boolean
}

interface Failed {
  sapBillingDoc: string
  column: string | null
  code: string
  message: string
  changedAt: string | null
}

const minute = 60_000
/** What SAP changed while the last reading ran may bear an earlier time (§J.1). */
const overlapMs = 5 * minute
/** A first reading goes back this far; a full one to the beginning. */
const firstMs = 30 * 24 * 60 * minute
/** So long a document that could not be taken over is read again each time: its customer may be known by then. */
const patienceMs = 24 * 60 * minute
const beginning = '2000-01-01T00:00:00.000Z'

/** One reading of SAP's billing documents (§J.1), with its row among the reads. The caller holds the lease. */
export async function readInvoices(means: Means, asked: Asked): Promise<SapSyncRun> {
  const { db, sap, log } = means
  const started = now()
  const mark = await watermark(db)
  const since = asked.mode === 'FULL' ? beginning : before(mark ?? before(started, firstMs), overlapMs)
  const id = await open(db, asked, started)
  const counts = { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0 }
  const failed: Failed[] = []
  let latest = mark
  const unreadable = (sapBillingDoc: string, reason: string) => {
    failed.push({
      sapBillingDoc,
      column: null,
      code: 'UNREADABLE',
      message: `Billing document ${sapBillingDoc} cannot be read: ${reason}`,
      changedAt: null,
    })
  }
  try {
    for await (const document of sap.billingDocumentsSince(since, 100, unreadable)) {
      if (means.stopped()) throw new SapError('TECH', 'The portal was stopped while reading.')
      if (++counts.rowsRead % 100 === 0 && !(await means.renew()))
        throw new SapError('TECH', 'Another process took this reading over.')
      await take(db, document, counts, failed)
      if (latest === null || document.changedAt > latest) latest = document.changedAt
    }
    const status = failed.length > 0 ? 'PARTIAL' : 'OK'
    return await close(db, id, asked, { ...counts, status, watermark: held(latest, failed) }, failed)
  } catch (error) {
    if (!(error instanceof SapError))
      log.error({ err: error }, 'Reading invoices from SAP failed through our own fault')
    const said =
      error instanceof SapError ? error : new SapError('UNKNOWN', 'The portal could not go on. Its log says why.')
    return close(
      db,
      id,
      asked,
      { ...counts, status: 'FAILED', watermark: mark, errorClass: said.errorClass, errorText: said.message },
      failed,
    )
  }
}

async function take(
  db: Knex,
  document: BillingDocument,
  counts: { rowsCreated: number; rowsUpdated: number },
  failed: Failed[],
) {
  try {
    const outcome = await transact(db, trx => saveInvoice(trx, document))
    if (outcome === 'created') counts.rowsCreated++
    if (outcome === 'updated') counts.rowsUpdated++
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    const { column, code, message } = error
    failed.push({ sapBillingDoc: document.sapBillingDoc, column, code, message, changedAt: document.changedAt })
  }
}

const before = (instant: string, ms: number) => new Date(Date.parse(instant) - ms).toISOString()

/** Up to where SAP has been read: not beyond a document of the last day that could not be taken over. */
function held(latest: string | null, failed: Failed[]): string | null {
  const patient = before(now(), patienceMs)
  const waiting = failed.flatMap(({ changedAt }) => (changedAt !== null && changedAt > patient ? [changedAt] : []))
  return waiting.reduce((least, changedAt) => (least !== null && changedAt < least ? changedAt : least), latest)
}

async function watermark(db: Knex): Promise<string | null> {
  const row = await db('sap_sync_run')
    .where({ object: 'INVOICE' })
    .whereNotNull('watermark')
    .orderBy('id', 'desc')
    .first('watermark')
  return row?.watermark ?? null
}

/** Opens a run. One that is still RUNNING has lost its process, for we hold the lease. */
async function open(db: Knex, { trigger, mode, requestedById }: Asked, startedAt: string): Promise<number> {
  const lost = {
    status: 'FAILED',
    errorClass: 'TECH',
    errorText: 'The portal was stopped while reading.',
    finishedAt: startedAt,
  }
  await db('sap_sync_run').where({ object: 'INVOICE', status: 'RUNNING' }).update(lost)
  const counts = { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0, rowsFailed: 0 }
  const kept = {
    rowVersion: 1,
    createdAt: startedAt,
    createdById: requestedById,
    updatedAt: startedAt,
    updatedById: requestedById,
  }
  const run = { object: 'INVOICE', mode, trigger, status: 'RUNNING', startedAt, requestedById, ...counts, ...kept }
  const [id] = await db('sap_sync_run').insert(run)
  return id as number
}

async function close(
  db: Knex,
  id: number,
  { trigger }: Asked,
  ended: Partial<SapSyncRun>,
  failed: Failed[],
): Promise<SapSyncRun> {
  return transact(db, async trx => {
    const result = { ...ended, rowsFailed: failed.length, finishedAt: now(), updatedAt: now() }
    await trx('sap_sync_run').where({ id }).update(result)
    if (trigger === 'SCHEDULE') await dropRepeated(trx, id)
    for (const [index, row] of failed.entries()) await trx('import_job_error').insert(errorRow(id, index + 1, row))
    const row = await trx('sap_sync_run').where({ id }).first()
    return readRow(sapSyncRun, row)
  })
}

/** A reading by the clock that ended exactly like the one before it replaces it: the list tells news, not the ticking. */
async function dropRepeated(trx: Knex, id: number) {
  const [run, last] = await trx('sap_sync_run')
    .where({ object: 'INVOICE' })
    .where('id', '<=', id)
    .orderBy('id', 'desc')
    .limit(2)
  if (last?.trigger !== 'SCHEDULE') return
  const quiet = run.rowsCreated === 0 && run.rowsUpdated === 0 && last.rowsCreated === 0 && last.rowsUpdated === 0
  if (!quiet || run.status !== last.status || run.rowsFailed !== last.rowsFailed || run.errorText !== last.errorText)
    return
  await trx('import_job_error').where({ sapSyncRunId: last.id }).delete()
  await trx('sap_sync_run').where({ id: last.id }).delete()
}

function errorRow(sapSyncRunId: number, rowNo: number, { sapBillingDoc, column, code, message }: Failed) {
  const at = now()
  const kept = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
  return {
    sapSyncRunId,
    source: 'SAP',
    rowNo,
    columnName: column,
    value: sapBillingDoc,
    errorCode: code,
    message: message.slice(0, 255),
    ...kept,
  }
}
