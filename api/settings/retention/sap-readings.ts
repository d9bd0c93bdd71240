import type { Knex } from 'knex'
import { removeWhere } from './remove-rows.ts'

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
