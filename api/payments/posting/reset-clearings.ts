import type { Knex } from 'knex'
import { type CaptureAllocation, captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow, updateRows } from '../../derive/save/write.ts'
import { lastListing } from '../../masters/last-listing.ts'
import { transact } from '../../platform/transact.ts'
import { lockCapture } from '../money/ledger.ts'
import { recountPayment } from '../money/recount.ts'
import { raiseTask } from '../results/raise-task.ts'
import { statusInSap } from './follow-capture.ts'
import { clearingNow, itemsInSap } from './items-in-sap.ts'

const author = systemAuthor('payments-cleared-in-sap')

/** A cleared allocation whose item is open in SAP again, and the document that had cleared it. */
interface Reset {
  id: number
  captureId: number
  clearingDoc: string
}

/**
 * Opens captures again whose clearing SAP took back: their items are held again, and Finance gets a task. Returns how many
 * allocations and captures changed.
 */
export async function takeBackResets(db: Knex): Promise<number> {
  const ids = [...new Set((await resets(db)).map(({ captureId }) => captureId))]
  let changed = 0
  for (const id of ids) changed += await transact(db, trx => takeBack(trx, id))
  return changed
}

/**
 * A list of open items that began before a clearing was read may show it as taken back, until clearings are read once
 * more: only one that began after the portal saw the reset proves it.
 */
async function resets(db: Knex, captureId?: number): Promise<Reset[]> {
  const listedAt = await lastListing(db)
  if (listedAt === null) return []
  const rows = db('capture_allocation')
    .join('upload_outstanding', 'upload_outstanding.id', 'capture_allocation.itemId')
    .join('payment_clearing', 'payment_clearing.sapItem', 'upload_outstanding.sapItem')
    .where({ 'capture_allocation.clearingStatus': 'CLEARED', 'upload_outstanding.isActive': 1 })
    .whereNotNull('payment_clearing.resetOn')
    .where('payment_clearing.updatedAt', '<', listedAt)
    .orderBy('capture_allocation.itemId')
  if (captureId !== undefined) rows.where('capture_allocation.captureId', captureId)
  return rows.select('capture_allocation.id', 'capture_allocation.captureId', 'payment_clearing.clearingDoc')
}

async function takeBack(trx: Knex, id: number): Promise<number> {
  const { payment, capture } = await lockCapture(trx, id)
  const taken = new Map((await resets(trx, id)).map(one => [one.id, one.clearingDoc]))
  const named = await rowsOf(trx, captureAllocation, rows => rows.whereIn('id', [...taken.keys()]))
  const { items } = (await itemsInSap(trx, [capture], named))(capture)
  // A part payment still names its item, also where a later clearing of the rest was taken back.
  const allocations = named.filter(one => clearingNow(one, items.get(one.id)!).status === 'OPEN')
  if (allocations.length === 0) return 0
  await updateRows(trx, captureAllocation, allocations, { clearingStatus: 'OPEN' }, author)
  for (const one of allocations)
    await raiseTask(trx, payment, resetTask(one, taken.get(one.id)!, capture.sapAccountingDoc), author)
  const isOpen = capture.postingStatus === 'CLEARED'
  if (isOpen) {
    const open = { postingStatus: await statusInSap(trx, id), sapClearingDoc: null }
    await updateRow(trx, paymentCapture, capture, open, author)
  }
  await recountPayment(trx, payment.id, author)
  return allocations.length + (isOpen ? 1 : 0)
}

const resetTask = ({ documentNo, amount }: CaptureAllocation, clearingDoc: string, posted: string | null) => ({
  kind: 'CLEARING_RESET' as const,
  about: `${documentNo} ${clearingDoc}`,
  amount,
  details: `SAP took clearing ${clearingDoc} of ${documentNo} back: it is open again beside payment document ${posted}. Ask accounting why; clear it again, or have the payment reversed.`,
})
