import type { Knex } from 'knex'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { keptOf } from '../../../resources/payments/late-success.ts'
import { type PaymentAllocation, paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRows } from '../../derive/save/write.ts'
import { lockItems } from '../item-locks.ts'

/**
 * Locks again, for a payment that succeeds late, those of its items that are still open and free, and releases the other
 * allocations. Returns those released: their amount is on account.
 */
export async function lockAgain(trx: Knex, payment: PaymentTransaction, author: Author): Promise<PaymentAllocation[]> {
  const allocations = await rowsOf(trx, paymentAllocation, rows =>
    rows.where({ transactionId: payment.id, clearingStatus: 'OPEN' }).orderBy('itemId'),
  )
  const ids = allocations.map(({ itemId }) => itemId)
  const items = await rowsOf(trx, uploadOutstanding, rows => rows.whereIn('id', ids).orderBy('id').forUpdate())
  const itemOf = new Map(items.map(item => [item.id, item]))
  const free = allocations.filter(allocation => isFree(itemOf.get(allocation.itemId), allocation, payment.id))
  const kept = keptOf(free, payment.amount)
  const taken = kept.map(({ itemId }) => itemOf.get(itemId)!).filter(({ lockedById }) => lockedById === null)
  await lockItems(trx, taken, payment.id, author)
  const released = allocations.filter(allocation => !kept.includes(allocation))
  await updateRows(trx, paymentAllocation, released, { clearingStatus: 'RELEASED' }, author)
  return released
}

/** Whether an item is still open for what the payment settles of it, and held by nobody else. */
export function isFree(item: OutstandingItem | undefined, { amount, tdsAmount }: PaymentAllocation, paymentId: number) {
  if (!item || (item.lockedById !== null && item.lockedById !== paymentId)) return false
  const isEnough = Math.abs(amount) + tdsAmount <= Math.abs(item.balanceAmount)
  return item.isActive && item.closedOn === null && isEnough && Math.sign(item.balanceAmount) === Math.sign(amount)
}
