import type { Knex } from 'knex'
import type { ExpiringRows } from '../../../resources/settings/retention-rules.ts'
import { removeSaved } from '../../platform/stored-files.ts'

const BATCH = 1000

/** Removes the rows of a rule that are older than `before`. Returns how many. */
export const removeExpiredRows = (db: Knex, { table, since, where = {}, namedBy }: ExpiringRows, before: string) =>
  removeWhere(
    db,
    table,
    rows => rows.where(since, '<', before).where(where),
    namedBy &&
      (ids =>
        db(namedBy.table)
          .whereIn(namedBy.column, ids)
          .update({ [namedBy.column]: null })),
  )

/** Removes rows in small portions, so that nobody waits. Instants are texts, and a day sorts before all its instants. */
async function removeWhere(
  db: Knex,
  table: string,
  which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
  letGo?: (ids: readonly number[]) => PromiseLike<unknown>,
): Promise<number> {
  for (let removed = 0; ; ) {
    const ids: number[] = await which(db(table)).orderBy('id').limit(BATCH).pluck('id')
    if (ids.length === 0) return removed
    await letGo?.(ids)
    removed += await db(table).whereIn('id', ids).delete()
  }
}

interface Params {
  storageKey?: string
}

/** The job itself stays, with its figures; the removal of its file is recorded, so that it is looked for once. */
export async function removeImportFiles(db: Knex, before: string, home: string): Promise<number> {
  for (let removed = 0; ; ) {
    const jobs: { id: number; paramsJson: string | Params | null }[] = await db('import_job')
      .where('createdAt', '<', before)
      .where(job => job.whereNull('paramsJson').orWhereNot('paramsJson', 'like', '%"dropped":true%'))
      .orderBy('id')
      .limit(100)
      .select('id', 'paramsJson')
    if (jobs.length === 0) return removed
    for (const { id, paramsJson } of jobs) {
      const params = (typeof paramsJson === 'string' ? JSON.parse(paramsJson) : paramsJson) as Params | null
      if (params?.storageKey)
        for (const ending of ['', '.errors.csv', '.errors.xlsx', '.staging', '.checked'])
          await removeSaved(home, params.storageKey + ending)
      removed += await removeWhere(db, 'import_job_row', rows => rows.where({ importJobId: id }))
      await db('import_job')
        .where({ id })
        .update({ paramsJson: JSON.stringify({ ...params, dropped: true }) })
    }
  }
}

/** Removes photos and scans that became no POD: left out of an upload of many, or sent without a POD that followed. */
export async function removeLeftOutPods(db: Knex, before: string, home: string): Promise<number> {
  const neededFiles = db('pod_batch_file')
    .whereRaw('?? = ??', ['pod_batch_file.attachmentId', 'attachment.id'])
    .where(file => file.whereNot('result', 'LEFT_OUT').orWhere('pod_batch_file.updatedAt', '>=', before))
  for (let removed = 0; ; ) {
    const scans: { id: number; storageKey: string }[] = await db('attachment')
      .where({ ownerType: 'POD' })
      .where('createdAt', '<', before)
      .whereNotExists(db('pod_page').whereRaw('?? = ??', ['pod_page.attachmentId', 'attachment.id']))
      .whereNotExists(neededFiles.clone())
      .limit(BATCH)
      .select('id', 'storageKey')
    if (scans.length === 0) return removed
    for (const { storageKey } of scans) await removeSaved(home, storageKey)
    const ids = scans.map(({ id }) => id)
    await db('pod_batch_file').whereIn('attachmentId', ids).update({ attachmentId: null })
    removed += await db('attachment').whereIn('id', ids).delete()
  }
}

/** Readings from SAP go with the rows that they left out; one that says from where the next goes on stays. */
export async function removeSapReadings(db: Knex, before: string): Promise<number> {
  const marks: { id: number }[] = await db('sap_sync_run').whereNotNull('watermark').groupBy('object').max({ id: 'id' })
  for (let removed = 0; ; ) {
    const ids: number[] = await db('sap_sync_run')
      .where('startedAt', '<', before)
      .whereNotIn(
        'id',
        marks.map(({ id }) => id),
      )
      .orderBy('id')
      .limit(100)
      .pluck('id')
    if (ids.length === 0) return removed
    removed += await removeWhere(db, 'import_job_error', rows => rows.whereIn('sapSyncRunId', ids))
    await db('rate_contract_errors').whereIn('sapSyncRunId', ids).update({ sapSyncRunId: null })
    removed += await db('sap_sync_run').whereIn('id', ids).delete()
  }
}
