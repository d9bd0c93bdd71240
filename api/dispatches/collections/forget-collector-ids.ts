import type { Knex } from 'knex'

const BATCH = 500

/** Leaves of the numbers of collectors' papers from before a day what people read of them anyway. Returns how many. */
export async function forgetCollectorIds(db: Knex, before: string): Promise<number> {
  let forgotten = 0
  for (;;) {
    const ids: number[] = await db('pwc_collection')
      .where('createdAt', '<', before)
      .whereNot('collectorIdNo', db.ref('collectorIdMark'))
      .orderBy('id')
      .limit(BATCH)
      .pluck('id')
    if (ids.length === 0) return forgotten
    await db('pwc_collection')
      .whereIn('id', ids)
      .update({ collectorIdNo: db.ref('collectorIdMark') })
    forgotten += ids.length
  }
}
