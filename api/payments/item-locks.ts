import type { Knex } from 'knex'
import { type OutstandingItem, uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRows } from '../derive/save/write.ts'

/** Locks open items for a payment, which alone may settle them from now on; whoever calls has read them under lock as free. */
export const lockItems = (trx: Knex, items: readonly OutstandingItem[], transactionId: number, author: Author) =>
  updateRows(trx, uploadOutstanding, items, { lockedById: transactionId }, author)

/** Frees the open items that a payment holds, all or those named. */
export async function unlockItems(
  trx: Knex,
  transactionId: number,
  author: Author,
  ids?: readonly number[],
): Promise<void> {
  const held = await rowsOf(trx, uploadOutstanding, rows => {
    rows.where('lockedById', transactionId).orderBy('id')
    return ids ? rows.whereIn('id', ids) : rows
  })
  await updateRows(trx, uploadOutstanding, held, { lockedById: null }, author)
}
