import type { Knex } from 'knex'
import { pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { endCollection } from './change-collection.ts'
import { mailExpired } from './collection-mails.ts'

const BATCH = 500

/** Ends collections that were not fetched in time. Returns how many. */
export async function expireCollections(db: Knex): Promise<number> {
  const late: number[] = await db('pwc_collection')
    .where({ status: 'READY' })
    .where('expiresOn', '<', today())
    .orderBy('id')
    .pluck('id')
  let expired = 0
  for (const id of late)
    expired += await transact(db, async trx => {
      const [row] = await rowsOf(trx, pwcCollection, rows => rows.where({ id, status: 'READY' }).forUpdate())
      // Handed over, or cancelled, at this moment.
      if (!row) return 0
      await endCollection(trx, row, { status: 'EXPIRED' }, systemAuthor('not collected in time'))
      await mailExpired(trx, row)
      return 1
    })
  return expired
}

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
