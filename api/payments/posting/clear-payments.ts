import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { type PaymentAllocation, paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateEach, updateRow } from '../../derive/save/write.ts'
import { transact } from '../../platform/transact.ts'
import { unlockItems } from '../item-locks.ts'
import { raiseTask } from '../results/raise-task.ts'
import { clearingNow, itemsInSap, type PaymentInSap } from './items-in-sap.ts'
import { settledBy } from './payment-message.ts'
import { takeBackResets } from './reset-clearings.ts'
import { lockPayment } from './settle-posting.ts'

const author = systemAuthor('payments-cleared-in-sap')

/** How many payments are looked at together. */
const PAGE = 100

const isPosted = ({ status, postingStatus }: PaymentTransaction) =>
  status === 'SUCCESS' && ['POSTED', 'MANUAL'].includes(postingStatus)

/**
 * Looks at the items of all posted payments: what SAP has cleared is cleared and free again, what it cleared with less
 * becomes a task of Finance, and a clearing that SAP took back opens its payment again. Reads in pages, and opens a
 * transaction only for a payment that changes. Returns how many allocations and payments changed.
 */
export async function clearPayments(db: Knex): Promise<number> {
  let changed = await takeBackResets(db)
  for (let after = 0; ; ) {
    const payments = await rowsOf(db, paymentTransaction, rows =>
      rows
        .where({ status: 'SUCCESS' })
        .whereIn('postingStatus', ['POSTED', 'MANUAL'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE),
    )
    const last = payments.at(-1)
    if (!last) return changed
    for (const id of await changedAmong(db, payments)) changed += await transact(db, trx => clearPayment(trx, id))
    after = last.id
  }
}

/** Those of these payments of which SAP shows something else than the portal has noted. */
async function changedAmong(db: Knex, payments: readonly PaymentTransaction[]): Promise<number[]> {
  const ids = payments.map(({ id }) => id)
  const allocations = await settledBy(db, ids)
  const inSap = await itemsInSap(db, payments, allocations)
  const changed = payments.filter(payment => {
    const own = allocations.filter(({ transactionId }) => transactionId === payment.id)
    const { moved, isCleared } = changesOf(own, inSap(payment))
    return moved.length > 0 || isCleared
  })
  return changed.map(({ id }) => id)
}

/** What SAP shows of allocations beyond what is noted, and whether it has now cleared all that the payment settles. */
function changesOf(allocations: readonly PaymentAllocation[], { items, ownClearing }: PaymentInSap) {
  const moved = allocations
    .filter(({ clearingStatus }) => !isSettled(clearingStatus))
    .map(before => ({ before, clearing: clearingNow(before, items.get(before.itemId)!) }))
    .filter(({ before, clearing }) => clearing.status !== 'OPEN' && clearing.status !== before.clearingStatus)
  const now = new Map(moved.map(({ before, clearing }) => [before.id, clearing.status]))
  const isCleared =
    allocations.length === 0
      ? ownClearing !== null
      : allocations.every(one => isSettled(now.get(one.id) ?? one.clearingStatus))
  return { moved, isCleared }
}

/** Nothing is awaited any more from SAP; of what is short, Finance has said what became of the rest. */
const isSettled = (status: PaymentAllocation['clearingStatus']) => status === 'CLEARED' || status === 'SETTLED'

async function clearPayment(trx: Knex, id: number): Promise<number> {
  const payment = await lockPayment(trx, id)
  if (!isPosted(payment)) return 0
  const allocations = await settledBy(trx, [id])
  const inSap = (await itemsInSap(trx, [payment], allocations))(payment)
  const { moved, isCleared } = changesOf(allocations, inSap)
  await updateEach(
    trx,
    paymentAllocation,
    moved.map(({ before, clearing }) => ({ before, asked: { clearingStatus: clearing.status } })),
    author,
  )
  for (const { before, clearing } of moved)
    if (clearing.status === 'SHORT') await raiseTask(trx, payment, shortTask(before, clearing.short), author)
  await unlockItems(
    trx,
    id,
    author,
    moved.map(({ before }) => before.itemId),
  )
  if (!isCleared) return moved.length
  const sapClearingDoc =
    allocations.length === 0
      ? inSap.ownClearing
      : ([...inSap.items.values()].find(one => one.clearingDoc)?.clearingDoc ?? null)
  await updateRow(trx, paymentTransaction, payment, { postingStatus: 'CLEARED', sapClearingDoc }, author)
  return moved.length + 1
}

const shortTask = ({ documentNo, amount }: PaymentAllocation, short: number) => ({
  kind: 'SHORT_CLEARING' as const,
  about: documentNo,
  amount: short,
  details: `SAP cleared ${documentNo} with ${rupees(short)} less than the ${rupees(amount)} that were paid: ask accounting about the difference. Once this is marked done, the payment counts as cleared.`,
})
