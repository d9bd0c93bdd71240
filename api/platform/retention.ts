import type { Knex } from 'knex'
import { addDays } from '../../resources/define/dates.ts'
import { today } from './clock.ts'
import { removeSaved } from './stored-files.ts'

const BATCH = 1000
const IMPORT_DAYS = 90
/** Days for which a photo or scan is kept that became no proof of delivery. */
const POD_DAYS = 30
const LOG_YEARS = 2
const TRY_YEARS = 1
/** Retention of books of account, and of the history with them. */
const AUDIT_YEARS = 8

/**
 * Removes what has passed its retention: imported files and their rows, photos of PODs that were left out, sign-ins, messages with their links,
 * notifications, attempts towards SAP, readings from SAP, and at last the history. Returns how many rows.
 */
export async function dropExpired(db: Knex, home: string): Promise<number> {
  const imports = await dropImports(db, home)
  const scans = await dropLeftOutPods(db, home)
  const signIns = await dropRows(db, 'login_session', 'loginAt', yearsAgo(LOG_YEARS))
  const links = await dropRows(db, 'approval_link', 'createdAt', yearsAgo(LOG_YEARS))
  const messages = await dropRows(db, 'message_log', 'createdAt', yearsAgo(LOG_YEARS))
  const notes = await dropRows(db, 'notification', 'createdAt', yearsAgo(LOG_YEARS))
  const attempts = await dropRows(db, 'sap_attempt', 'at', yearsAgo(LOG_YEARS))
  const readings = await dropReadings(db)
  const tries = await dropRows(db, 'tracking_try', 'at', yearsAgo(TRY_YEARS))
  const history = await dropRows(db, 'audit_entry', 'at', yearsAgo(AUDIT_YEARS))
  return imports + scans + signIns + links + messages + notes + attempts + readings + tries + history
}

const yearsAgo = (years: number) => {
  const day = today()
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
}

const dropRows = (db: Knex, table: string, column: string, before: string) =>
  dropWhere(db, table, rows => rows.where(column, '<', before))

/** In small portions, so that nobody waits. Instants are texts, and a day sorts before all its instants. */
async function dropWhere(
  db: Knex,
  table: string,
  which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<number> {
  for (let dropped = 0; ; ) {
    const ids: number[] = await which(db(table)).limit(BATCH).pluck('id')
    if (ids.length === 0) return dropped
    dropped += await db(table).whereIn('id', ids).delete()
  }
}

/** Readings from SAP go with the rows that they left out; one that says from where the next goes on stays. */
async function dropReadings(db: Knex): Promise<number> {
  const marks: { id: number }[] = await db('sap_sync_run').whereNotNull('watermark').groupBy('object').max({ id: 'id' })
  for (let dropped = 0; ; ) {
    const ids: number[] = await db('sap_sync_run')
      .where('startedAt', '<', yearsAgo(LOG_YEARS))
      .whereNotIn(
        'id',
        marks.map(({ id }) => id),
      )
      .orderBy('id')
      .limit(100)
      .pluck('id')
    if (ids.length === 0) return dropped
    dropped += await dropWhere(db, 'import_job_error', rows => rows.whereIn('sapSyncRunId', ids))
    await db('rate_contract_errors').whereIn('sapSyncRunId', ids).update({ sapSyncRunId: null })
    dropped += await db('sap_sync_run').whereIn('id', ids).delete()
  }
}

/** The job itself stays, with its figures; the removal of its file is recorded, so that it is looked for once. */
async function dropImports(db: Knex, home: string): Promise<number> {
  let dropped = 0
  for (;;) {
    const jobs: { id: number; paramsJson: string | Params | null }[] = await db('import_job')
      .where('createdAt', '<', addDays(today(), -IMPORT_DAYS))
      .where(job => job.whereNull('paramsJson').orWhereNot('paramsJson', 'like', '%"dropped":true%'))
      .orderBy('id')
      .limit(100)
      .select('id', 'paramsJson')
    if (jobs.length === 0) return dropped
    for (const { id, paramsJson } of jobs) {
      const params = (typeof paramsJson === 'string' ? JSON.parse(paramsJson) : paramsJson) as Params | null
      if (params?.storageKey)
        for (const ending of ['', '.errors.csv', '.errors.xlsx', '.staging', '.checked'])
          await removeSaved(home, params.storageKey + ending)
      dropped += await dropWhere(db, 'import_job_row', rows => rows.where({ importJobId: id }))
      await db('import_job')
        .where({ id })
        .update({ paramsJson: JSON.stringify({ ...params, dropped: true }) })
    }
  }
}

interface Params {
  storageKey?: string
}

/** Removes photos and scans that became no POD: left out of an upload of many, or sent without a POD that followed. */
async function dropLeftOutPods(db: Knex, home: string): Promise<number> {
  const before = addDays(today(), -POD_DAYS)
  const wanted = db('pod_batch_file')
    .whereRaw('?? = ??', ['pod_batch_file.attachmentId', 'attachment.id'])
    .where(file => file.whereNot('result', 'LEFT_OUT').orWhere('pod_batch_file.updatedAt', '>=', before))
  for (let dropped = 0; ; ) {
    const scans: { id: number; storageKey: string }[] = await db('attachment')
      .where({ ownerType: 'POD' })
      .where('createdAt', '<', before)
      .whereNotExists(db('pod').whereRaw('?? = ??', ['pod.attachmentId', 'attachment.id']))
      .whereNotExists(wanted.clone())
      .limit(BATCH)
      .select('id', 'storageKey')
    if (scans.length === 0) return dropped
    for (const { storageKey } of scans) await removeSaved(home, storageKey)
    const ids = scans.map(({ id }) => id)
    await db('pod_batch_file').whereIn('attachmentId', ids).update({ attachmentId: null })
    dropped += await db('attachment').whereIn('id', ids).delete()
  }
}
