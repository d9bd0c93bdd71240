import type { Knex } from 'knex'
import { type SapSyncRun, sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { decodeRow } from '../../derive/row-codec.ts'
import { insertMany } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { registerJob } from '../../platform/work/job-lease.ts'

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
    .where({ object, filterCode: null })
    .whereNotNull('watermark')
    .orderBy('id', 'desc')
    .first('watermark')
  return row?.watermark ?? null
}

/** Queues a reading of an object; null where one waits or runs already. The caller's transaction makes that certain. */
export async function queueRun(
  trx: Knex,
  object: SapObject,
  { trigger, mode, requestedById }: ReadRequest,
): Promise<number | null> {
  const at = now()
  await registerJob(trx, leaseOf(object), at)
  // Whoever queues or begins a run of this object locks this row, so that two do not queue at once.
  const lease = await trx('job_lock')
    .where({ name: leaseOf(object) })
    .forUpdate()
    .first('lockedUntil')
  const waiting = await trx('sap_sync_run').where({ object, filterCode: null, status: 'QUEUED' }).first('id')
  if (waiting || lease.lockedUntil >= at) return null
  const counts = { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0, rowsFailed: 0, rowsSkipped: 0 }
  const columns = {
    rowVersion: 1,
    createdAt: at,
    createdById: requestedById,
    updatedAt: at,
    updatedById: requestedById,
  }
  const [id] = await trx('sap_sync_run').insert({
    object,
    mode,
    trigger,
    status: 'QUEUED',
    startedAt: at,
    requestedById,
    ...counts,
    ...columns,
  })
  return id as number
}

/** The name of the lease under which one process reads an object. */
export const leaseOf = (object: SapObject) => `sap.read.${object}`

/** Begins a queued run; null when it was cancelled. One still RUNNING lost its process: the caller has the lease. */
export async function beginRun(db: Knex, id: number, object: SapObject): Promise<SapSyncRun | null> {
  const at = now()
  await db('sap_sync_run')
    .where({ object, status: 'RUNNING' })
    .update({ ...lost, finishedAt: at, updatedAt: at })
  const begun = await db('sap_sync_run')
    .where({ id, status: 'QUEUED' })
    .update({ status: 'RUNNING', startedAt: at, updatedAt: at })
  return begun === 1 ? runOf(db, id) : null
}

const lost = { status: 'FAILED', errorClass: 'TECH', errorText: 'The portal was stopped while reading.' }

export const runOf = async (db: Knex, id: number): Promise<SapSyncRun> =>
  decodeRow(sapSyncRun, await db('sap_sync_run').where({ id }).first())

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
    const counts = { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0, rowsFailed: failed.length, rowsSkipped: 0 }
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

/** Ends a run; what could not be saved is written already. */
export function closeRun(
  db: Knex,
  { id, object, trigger }: Pick<SapSyncRun, 'id' | 'object' | 'trigger'>,
  ended: Partial<SapSyncRun>,
): Promise<SapSyncRun> {
  return transact(db, async trx => {
    await trx('sap_sync_run')
      .where({ id })
      .update({ ...ended, finishedAt: now(), updatedAt: now() })
    if (trigger === 'SCHEDULE') await dropRepeated(trx, id, object)
    return runOf(trx, id)
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
  await trx('rate_contract_errors').where({ sapSyncRunId: last.id }).update({ sapSyncRunId: id })
  await trx('sap_sync_run').where({ id: last.id }).delete()
}

/** Keeps why documents could not be saved, numbered after `before` others. */
export async function noteFailed(trx: Knex, id: number, failed: readonly FailedDocument[], before = 0) {
  const wrong = failed.map((row, index) => errorRow(id, before + index + 1, row))
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
