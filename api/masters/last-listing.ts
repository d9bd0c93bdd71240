import type { Knex } from 'knex'

/** When the last complete reading of SAP's open items began; null where they were never read. */
export async function lastListing(db: Knex): Promise<string | null> {
  const [run] = await db('sap_sync_run')
    .where({ object: 'OUTSTANDING', filterCode: null })
    .whereIn('status', ['OK', 'PARTIAL'])
    .max({ startedAt: 'startedAt' })
  return run?.startedAt ?? null
}
