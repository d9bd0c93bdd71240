import type { Knex } from 'knex'
import { rupees } from '../../resources/define/show.ts'
import { captureAllocation } from '../../resources/payments/money/capture-allocation.ts'
import { paymentCapture } from '../../resources/payments/money/payment-capture.ts'
import { type PaymentTask, paymentTask } from '../../resources/payments/payment-task.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRow, updateRows } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'
import { lockPayment } from './lock-payment.ts'
import { lockCaptures } from './money/ledger.ts'
import { recountPayment } from './money/recount.ts'

/** Marks tasks about payments done, and notes who did what; what SAP cleared short then counts as settled. */
export const closePaymentTasks: ActionHandler = async (trx, { rows, values, author, person }) => {
  const closing = { status: 'DONE' as const, doneById: person.id, doneAt: now(), reason: String(values.reason) }
  for (const row of rows) {
    const task = row as unknown as PaymentTask
    if (task.kind === 'SHORT_CLEARING') await settleShort(trx, task, closing.reason, author)
    await updateRow(trx, paymentTask, task, closing, author)
  }
  return undefined
}

/** The job that looks for clearings then finds the capture cleared, unless it waits for other items. */
async function settleShort(trx: Knex, { transactionId, about, amount }: PaymentTask, reason: string, author: Author) {
  await lockPayment(trx, transactionId)
  const captures = await lockCaptures(trx, [transactionId])
  const short = await rowsOf(trx, captureAllocation, found =>
    found.where({ transactionId, documentNo: about, clearingStatus: 'SHORT' }).orderBy('id'),
  )
  await updateRows(trx, captureAllocation, short, { clearingStatus: 'SETTLED' }, author)
  const clearingText = `SAP cleared ${about} with ${rupees(amount)} less: ${reason}`.slice(0, 500)
  for (const capture of captures)
    if (short.some(({ captureId }) => captureId === capture.id))
      await updateRow(trx, paymentCapture, capture, { clearingText }, author)
  if (short.length > 0) await recountPayment(trx, transactionId, author)
}
