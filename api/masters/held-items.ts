import type { Knex } from 'knex'
import { type OutstandingItem, uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import { rowsOf } from '../derive/rows-of.ts'

/** Those of these open items that stand in an open cart, in a payment or in a dispute. */
export async function heldAmong(
  trx: Knex,
  items: readonly Pick<OutstandingItem, 'id' | 'lockedById' | 'isDisputed'>[],
): Promise<ReadonlySet<number>> {
  const ids = items.map(({ id }) => id)
  const inCart: number[] = await trx('payment_cart_item')
    .join('payment_cart', 'payment_cart.id', 'payment_cart_item.cartId')
    .where('payment_cart.status', 'OPEN')
    .whereIn('payment_cart_item.itemId', ids)
    .pluck('payment_cart_item.itemId')
  const inPayment: number[] = await trx('capture_allocation')
    .where('target', 'ITEM')
    .whereIn('itemId', ids)
    .whereNot('clearingStatus', 'RELEASED')
    .pluck('itemId')
  const planned: number[] = await trx('payment_allocation')
    .join('payment_transaction', 'payment_transaction.id', 'payment_allocation.transactionId')
    .whereIn('payment_transaction.status', ['CREATED', 'PENDING'])
    .whereIn('payment_allocation.itemId', ids)
    .pluck('payment_allocation.itemId')
  const own = items.filter(({ lockedById, isDisputed }) => lockedById !== null || isDisputed).map(({ id }) => id)
  return new Set([...inCart, ...inPayment, ...planned, ...own])
}

/** What a held item owes once no list has it any more: nothing. Others keep what they owed, as they always did. */
export const balanceOnceGone = ({ id }: Pick<OutstandingItem, 'id'>, held: ReadonlySet<number>) =>
  held.has(id) ? { balanceAmount: 0 } : {}

/** The items of files of these customers that no list has any more, though a payment or a dispute holds them. */
export const goneButHeld = (trx: Knex, customerIds: readonly number[]): Promise<OutstandingItem[]> =>
  rowsOf(trx, uploadOutstanding, rows =>
    rows
      .where({ isActive: 0, source: 'UPLOAD' })
      .whereIn('customerId', [...customerIds])
      .where(any => any.whereNotNull('lockedById').orWhere('isDisputed', 1))
      .orderBy('id'),
  )
