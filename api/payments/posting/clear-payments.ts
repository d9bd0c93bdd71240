import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { type CaptureAllocation, captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateEach, updateRow } from '../../derive/save/write.ts'
import { transact } from '../../platform/transact.ts'
import { lockCapture } from '../money/ledger.ts'
import { recountPayment } from '../money/recount.ts'
import { raiseTask } from '../results/raise-task.ts'
import { settledBy } from './capture-lines.ts'
import { followWaiting } from './follow-capture.ts'
import { type CaptureInSap, clearingNow, itemsInSap } from './items-in-sap.ts'
import { takeBackResets } from './reset-clearings.ts'

const author = systemAuthor('payments-cleared-in-sap')

/** How many captures are looked at together. */
const PAGE = 100

/** Captures that SAP has, and has not cleared; a move that SAP refuses holds up no clearing. */
const inSap = ['POSTED', 'MANUAL', 'STUCK'] as const

const isPosted = ({ postingStatus, sapAccountingDoc }: PaymentCapture) =>
  sapAccountingDoc !== null && inSap.some(status => status === postingStatus)

/**
 * Looks at the items of all posted captures: what SAP has cleared is cleared and free again, what it cleared with less
 * becomes a task of Finance, and a clearing that SAP took back opens its capture again, and lets go what waited for that.
 * Reads in pages, and opens a transaction only for a capture that changes. Returns how many allocations and captures changed.
 */
export async function clearPayments(db: Knex): Promise<number> {
  let changed = (await takeBackResets(db)) + (await followWaiting(db))
  for (let after = 0; ; ) {
    const captures = await rowsOf(db, paymentCapture, rows =>
      rows
        .whereIn('postingStatus', [...inSap])
        .whereNotNull('sapAccountingDoc')
        .whereNotIn('status', ['REFUNDED', 'CHARGED_BACK', 'AUTO_REFUNDED'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE),
    )
    const last = captures.at(-1)
    if (!last) return changed
    for (const id of await changedAmong(db, captures)) changed += await transact(db, trx => clearCapture(trx, id))
    after = last.id
  }
}

/** Those of these captures of which SAP shows something else than the portal has noted. */
async function changedAmong(db: Knex, captures: readonly PaymentCapture[]): Promise<number[]> {
  const ids = captures.map(({ id }) => id)
  const allocations = await settledBy(db, ids)
  const inSapOf = await itemsInSap(db, captures, allocations)
  const changed = captures.filter(capture => {
    const own = allocations.filter(({ captureId }) => captureId === capture.id)
    const { moved, isCleared } = changesOf(own, inSapOf(capture))
    return moved.length > 0 || isCleared
  })
  return changed.map(({ id }) => id)
}

/** What SAP shows of allocations beyond what is noted, and whether it has now cleared all that the capture settles. */
function changesOf(allocations: readonly CaptureAllocation[], { items, ownClearing }: CaptureInSap) {
  const moved = allocations
    .filter(({ clearingStatus }) => !isSettled(clearingStatus))
    .map(before => ({ before, clearing: clearingNow(before, items.get(before.id)!) }))
    .filter(({ before, clearing }) => clearing.status !== 'OPEN' && clearing.status !== before.clearingStatus)
  const now = new Map(moved.map(({ before, clearing }) => [before.id, clearing.status]))
  const isCleared =
    allocations.length === 0
      ? ownClearing !== null
      : allocations.every(one => isSettled(now.get(one.id) ?? one.clearingStatus))
  return { moved, isCleared }
}

/** Nothing is awaited any more from SAP; of what is short, Finance has said what became of the rest. */
const isSettled = (status: CaptureAllocation['clearingStatus']) => status === 'CLEARED' || status === 'SETTLED'

async function clearCapture(trx: Knex, id: number): Promise<number> {
  const { payment, capture } = await lockCapture(trx, id)
  if (!isPosted(capture)) return 0
  const allocations = await settledBy(trx, [id])
  const inSapNow = (await itemsInSap(trx, [capture], allocations))(capture)
  const { moved, isCleared } = changesOf(allocations, inSapNow)
  await updateEach(
    trx,
    captureAllocation,
    moved.map(({ before, clearing }) => ({ before, asked: { clearingStatus: clearing.status } })),
    author,
  )
  for (const { before, clearing } of moved)
    if (clearing.status === 'SHORT') await raiseTask(trx, payment, shortTask(before, clearing.short), author)
  // What SAP does not follow keeps saying so.
  const isDone = isCleared && capture.postingStatus !== 'STUCK'
  if (isDone) {
    const sapClearingDoc =
      allocations.length === 0
        ? inSapNow.ownClearing
        : ([...inSapNow.items.values()].find(one => one.clearingDoc)?.clearingDoc ?? null)
    await updateRow(trx, paymentCapture, capture, { postingStatus: 'CLEARED', sapClearingDoc }, author)
  }
  await recountPayment(trx, payment.id, author)
  return moved.length + (isDone ? 1 : 0)
}

const shortTask = ({ documentNo, amount }: CaptureAllocation, short: number) => ({
  kind: 'SHORT_CLEARING' as const,
  about: documentNo ?? '',
  amount: short,
  details: `SAP cleared ${documentNo} with ${rupees(short)} less than the ${rupees(amount)} that were paid: ask accounting about the difference. Once this is marked done, the payment counts as cleared.`,
})
