import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { type Clearing, clearingOf } from '../../../resources/payments/clearing.ts'
import { type PaymentAllocation, paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { paymentTask } from '../../../resources/payments/payment-task.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { insertRows, systemAuthor, updateEach, updateRow } from '../../derive/save/write.ts'
import { transact } from '../../platform/transact.ts'
import { unlockItems } from '../item-locks.ts'
import { itemsInSap, type SettledItem } from './items-in-sap.ts'
import { settledBy } from './payment-message.ts'
import { lockPayment } from './settle-posting.ts'

const author = systemAuthor('payments-cleared-in-sap')

/**
 * Looks at the items of all posted payments: what SAP has cleared is cleared and free again, what it cleared with less
 * becomes a task of Finance. Returns how many allocations and payments changed. Runs as often as anybody likes.
 */
export async function clearPayments(db: Knex): Promise<number> {
  const posted: number[] = await db('payment_transaction')
    .where({ status: 'SUCCESS' })
    .whereIn('postingStatus', ['POSTED', 'MANUAL'])
    .orderBy('id')
    .pluck('id')
  let changed = 0
  for (const id of posted) changed += await transact(db, trx => clearPayment(trx, id))
  return changed
}

async function clearPayment(trx: Knex, id: number): Promise<number> {
  const payment = await lockPayment(trx, id)
  if (!['POSTED', 'MANUAL'].includes(payment.postingStatus)) return 0
  const allocations = await settledBy(trx, id)
  const { items, ownClearing } = await itemsInSap(trx, payment, allocations)
  const moved = allocations
    .filter(({ clearingStatus }) => clearingStatus !== 'CLEARED')
    .map(before => ({ before, clearing: becameOf(before, items.get(before.itemId)!) }))
    .filter(({ before, clearing }) => clearing.status !== 'OPEN' && clearing.status !== before.clearingStatus)
  await updateEach(
    trx,
    paymentAllocation,
    moved.map(({ before, clearing }) => ({ before, asked: { clearingStatus: clearing.status } })),
    author,
  )
  for (const { before, clearing } of moved) if (clearing.status === 'SHORT') await addTask(trx, before, clearing.short)
  await unlockItems(
    trx,
    id,
    author,
    moved.map(({ before }) => before.itemId),
  )
  const now = new Map(moved.map(({ before, clearing }) => [before.id, clearing.status]))
  const isCleared = allocations.every(one => (now.get(one.id) ?? one.clearingStatus) === 'CLEARED')
  const sapClearingDoc =
    allocations.length === 0 ? ownClearing : ([...items.values()].find(one => one.clearingDoc)?.clearingDoc ?? null)
  if (!isCleared || (allocations.length === 0 && ownClearing === null)) return moved.length
  await updateRow(trx, paymentTransaction, payment, { postingStatus: 'CLEARED', sapClearingDoc }, author)
  return moved.length + 1
}

const becameOf = ({ amount, tdsAmount, balanceBefore }: PaymentAllocation, item: SettledItem): Clearing =>
  clearingOf({ settled: amount + tdsAmount, balanceBefore }, item)

async function addTask(trx: Knex, { transactionId, documentNo, amount }: PaymentAllocation, short: number) {
  const task = { transactionId, kind: 'SHORT_CLEARING' as const, about: documentNo }
  if (await trx('payment_task').where(task).first('id')) return
  const details = `SAP cleared ${documentNo} with ${rupees(short)} less than the ${rupees(amount)} that were paid: ask accounting what became of the rest.`
  await insertRows(trx, paymentTask, [{ ...task, amount: short, details, status: 'OPEN' }], author)
}
