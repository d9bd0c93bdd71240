import type { Knex } from 'knex'
import { type SapSyncRun, sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { decodeRow } from '../derive/row-codec.ts'
import { insertMany } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'
import { transact } from '../platform/transact.ts'

type SapObject = SapSyncRun['object']

const BATCH = 500

export interface ReadRequest {
  trigger: SapSyncRun['trigger']
  mode: SapSyncRun['mode']
  requestedById: number | null
}

/** A document that could not be saved: its number in SAP, and why. */
export interface FailedDocument {
  number: string
  column: string | null
  code: string
  message: string
}

/** Up to which change SAP has been read; null before the first reading. */
export async function watermarkOf(db: Knex, object: SapObject): Promise<string | null> {
  const row = await db('sap_sync_run')
    .where({ object })
    .whereNotNull('watermark')
    .orderBy('id', 'desc')
    .first('watermark')
  return row?.watermark ?? null
}

/** Opens a run. One that is still RUNNING has lost its process, for the caller holds the lease. */
export async function openRun(
  db: Knex,
  object: SapObject,
  { trigger, mode, requestedById }: ReadRequest,
  startedAt: string,
): Promise<number> {
  const failedColumns = {
    status: 'FAILED',
    errorClass: 'TECH',
    errorText: 'The portal was stopped while reading.',
    finishedAt: startedAt,
  }
  await db('sap_sync_run').where({ object, status: 'RUNNING' }).update(failedColumns)
  const counts = { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0, rowsFailed: 0 }
  const columns = {
    rowVersion: 1,
    createdAt: startedAt,
    createdById: requestedById,
    updatedAt: startedAt,
    updatedById: requestedById,
  }
  const run = { object, mode, trigger, status: 'RUNNING', startedAt, requestedById, ...counts, ...columns }
  const [id] = await db('sap_sync_run').insert(run)
  return id as number
}

/** Records a reading of single documents as it ended: it runs beside the others and moves no watermark. */
export function recordRead(
  db: Knex,
  object: SapObject,
  columns: Pick<SapSyncRun, 'trigger' | 'status' | 'requestedById' | 'startedAt'> & Partial<SapSyncRun>,
  failed: readonly FailedDocument[],
): Promise<SapSyncRun> {
  return transact(db, async trx => {
    const at = now()
    const { requestedById } = columns
    const counts = { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0, rowsFailed: failed.length }
    const systemColumns = {
      rowVersion: 1,
      createdAt: at,
      createdById: requestedById,
      updatedAt: at,
      updatedById: requestedById,
    }
    const run = { object, mode: 'DELTA', ...counts, ...columns, finishedAt: at, ...systemColumns }
    const [id] = await trx('sap_sync_run').insert(run)
    await noteFailed(trx, id as number, failed)
    return decodeRow(sapSyncRun, await trx('sap_sync_run').where({ id }).first())
  })
}

/** Ends a run, with the documents that could not be saved. */
export function closeRun(
  db: Knex,
  id: number,
  object: SapObject,
  { trigger }: ReadRequest,
  ended: Partial<SapSyncRun>,
  failed: readonly FailedDocument[],
): Promise<SapSyncRun> {
  return transact(db, async trx => {
    const result = { ...ended, rowsFailed: failed.length, finishedAt: now(), updatedAt: now() }
    await trx('sap_sync_run').where({ id }).update(result)
    if (trigger === 'SCHEDULE') await dropRepeated(trx, id, object)
    await noteFailed(trx, id, failed)
    const row = await trx('sap_sync_run').where({ id }).first()
    return decodeRow(sapSyncRun, row)
  })
}

/** A scheduled reading that ended exactly like the one before replaces it, so that the list shows only news. */
async function dropRepeated(trx: Knex, id: number, object: SapObject) {
  const [run, last] = await trx('sap_sync_run')
    .where({ object, filterCode: null })
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

async function noteFailed(trx: Knex, id: number, failed: readonly FailedDocument[]) {
  const wrong = failed.map((row, index) => errorRow(id, index + 1, row))
  for (let start = 0; start < wrong.length; start += BATCH)
    await insertMany(trx, 'import_job_error', wrong.slice(start, start + BATCH))
}

function errorRow(sapSyncRunId: number, rowNo: number, { number, column, code, message }: FailedDocument) {
  const at = now()
  const systemColumns = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
  return {
    sapSyncRunId,
    source: 'SAP',
    rowNo,
    columnName: column,
    value: number,
    errorCode: code,
    message: message.slice(0, 255),
    ...systemColumns,
  }
}
