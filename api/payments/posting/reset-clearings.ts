import type { Knex } from 'knex'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type PaymentAllocation, paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow, updateRows } from '../../derive/save/write.ts'
import { lastListing } from '../../masters/last-listing.ts'
import { transact } from '../../platform/transact.ts'
import { lockItems } from '../item-locks.ts'
import { isFree } from '../results/lock-again.ts'
import { raiseTask } from '../results/raise-task.ts'
import { clearingNow, itemsInSap } from './items-in-sap.ts'
import { lockPayment } from './settle-posting.ts'

const author = systemAuthor('payments-cleared-in-sap')

/** A cleared allocation whose item is open in SAP again, and the document that had cleared it. */
interface Reset {
  id: number
  transactionId: number
  clearingDoc: string
}

/**
 * Opens payments again whose clearing SAP took back: their items are held again where they are still free, and Finance
 * gets a task. Returns how many allocations and payments changed.
 */
export async function takeBackResets(db: Knex): Promise<number> {
  const ids = [...new Set((await resets(db)).map(({ transactionId }) => transactionId))]
  let changed = 0
  for (const id of ids) changed += await transact(db, trx => takeBack(trx, id))
  return changed
}

/**
 * A list of open items that began before a clearing was read may show it as taken back, until clearings are read once
 * more: only one that began after the portal saw the reset proves it.
 */
async function resets(db: Knex, transactionId?: number): Promise<Reset[]> {
  const listedAt = await lastListing(db)
  if (listedAt === null) return []
  const rows = db('payment_allocation')
    .join('upload_outstanding', 'upload_outstanding.id', 'payment_allocation.itemId')
    .join('payment_clearing', 'payment_clearing.sapItem', 'upload_outstanding.sapItem')
    .join('payment_transaction', 'payment_transaction.id', 'payment_allocation.transactionId')
    .where({ 'payment_allocation.clearingStatus': 'CLEARED', 'upload_outstanding.isActive': 1 })
    .where('payment_transaction.status', 'SUCCESS')
    .whereNotNull('payment_clearing.resetOn')
    .where('payment_clearing.updatedAt', '<', listedAt)
    .orderBy('payment_allocation.itemId')
  if (transactionId !== undefined) rows.where('payment_allocation.transactionId', transactionId)
  return rows.select('payment_allocation.id', 'payment_allocation.transactionId', 'payment_clearing.clearingDoc')
}

async function takeBack(trx: Knex, id: number): Promise<number> {
  const payment = await lockPayment(trx, id)
  const taken = new Map((await resets(trx, id)).map(one => [one.id, one.clearingDoc]))
  const named = await rowsOf(trx, paymentAllocation, rows => rows.whereIn('id', [...taken.keys()]))
  const { items } = (await itemsInSap(trx, [payment], named))(payment)
  // A part payment still names its item, also where a later clearing of the rest was taken back.
  const allocations = named.filter(one => clearingNow(one, items.get(one.itemId)!).status === 'OPEN')
  if (allocations.length === 0) return 0
  await updateRows(trx, paymentAllocation, allocations, { clearingStatus: 'OPEN' }, author)
  await holdAgain(trx, payment, allocations)
  for (const one of allocations)
    await raiseTask(trx, payment, resetTask(one, taken.get(one.id)!, payment.sapAccountingDoc), author)
  if (payment.postingStatus !== 'CLEARED') return allocations.length
  await updateRow(trx, paymentTransaction, payment, { postingStatus: 'POSTED', sapClearingDoc: null }, author)
  return allocations.length + 1
}

async function holdAgain(trx: Knex, { id }: PaymentTransaction, allocations: readonly PaymentAllocation[]) {
  const of = new Map(allocations.map(one => [one.itemId, one]))
  const items = await rowsOf(trx, uploadOutstanding, rows =>
    rows
      .whereIn('id', [...of.keys()])
      .orderBy('id')
      .forUpdate(),
  )
  const free = items.filter(item => item.lockedById === null && isFree(item, of.get(item.id)!, id))
  await lockItems(trx, free, id, author)
}

const resetTask = ({ documentNo, amount }: PaymentAllocation, clearingDoc: string, posted: string | null) => ({
  kind: 'CLEARING_RESET' as const,
  about: `${documentNo} ${clearingDoc}`,
  amount,
  details: `SAP took clearing ${clearingDoc} of ${documentNo} back: it is open again beside payment document ${posted}. Ask accounting why; clear it again, or have the payment reversed.`,
})
