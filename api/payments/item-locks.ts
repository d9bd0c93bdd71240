import type { Knex } from 'knex'
import { type OutstandingItem, uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { undecided } from '../../resources/payments/payment-states.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'

const author = systemAuthor('Payments hold open items')

/** Who holds an open item: a payment, and until when where that is known. */
interface ItemLock {
  lockedById: number | null
  lockedUntil: string | null
}

const FREE: ItemLock = { lockedById: null, lockedUntil: null }

/**
 * The locks of open items as they follow from what holds them: rupees on the item that SAP has not cleared, else the
 * plan of a payment of which nobody knows yet whether it is paid, until its `lockUntil`.
 */
export async function locksOf(db: Knex, itemIds: readonly number[]): Promise<ReadonlyMap<number, ItemLock>> {
  const paid: { itemId: number; transactionId: number }[] = await db('capture_allocation')
    .where('target', 'ITEM')
    .where('clearingStatus', 'OPEN')
    .whereIn('itemId', [...itemIds])
    .orderBy('id', 'desc')
    .select('itemId', 'transactionId')
  const planned: { itemId: number; transactionId: number; lockUntil: string }[] = await db('payment_allocation')
    .join('payment_transaction', 'payment_transaction.id', 'payment_allocation.transactionId')
    .whereIn('payment_transaction.status', [...undecided])
    .where('payment_transaction.lockUntil', '>', now())
    .whereIn('payment_allocation.itemId', [...itemIds])
    .orderBy('payment_transaction.id', 'desc')
    .select('payment_allocation.itemId', 'payment_allocation.transactionId', 'payment_transaction.lockUntil')
  const locks = new Map<number, ItemLock>(itemIds.map(id => [id, FREE]))
  for (const { itemId, transactionId, lockUntil } of planned)
    locks.set(itemId, { lockedById: transactionId, lockedUntil: lockUntil })
  for (const { itemId, transactionId } of paid) locks.set(itemId, { lockedById: transactionId, lockedUntil: null })
  return locks
}

/** Writes the locks of open items anew; the only place that does. */
export async function recountLocks(trx: Knex, itemIds: readonly number[]): Promise<void> {
  const ids = [...new Set(itemIds)]
  if (ids.length === 0) return
  const items = await rowsOf(trx, uploadOutstanding, rows => rows.whereIn('id', ids).orderBy('id').forUpdate())
  const locks = await locksOf(trx, ids)
  for (const item of items) {
    const lock = locks.get(item.id)!
    if (!isSame(item, lock)) await updateRow(trx, uploadOutstanding, item, lock, author)
  }
}

/** Frees the items of payments whose time to hold them is over; returns how many. */
export async function freeItemsInTime(db: Knex, recount: (ids: number[]) => Promise<void>): Promise<number> {
  const ids: number[] = await db('upload_outstanding').where('lockedUntil', '<=', now()).orderBy('id').pluck('id')
  if (ids.length > 0) await recount(ids)
  return ids.length
}

const isSame = (item: OutstandingItem, { lockedById, lockedUntil }: ItemLock) =>
  item.lockedById === lockedById && item.lockedUntil === lockedUntil
