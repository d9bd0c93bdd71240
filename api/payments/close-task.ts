import type { Knex } from 'knex'
import { rupees } from '../../resources/define/show.ts'
import { paymentAllocation } from '../../resources/payments/payment-allocation.ts'
import { type PaymentTask, paymentTask } from '../../resources/payments/payment-task.ts'
import { paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRow, updateRows } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'
import { lockPayment } from './posting/settle-posting.ts'

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

/** The job that looks for clearings then finds the payment cleared, unless it waits for other items. */
async function settleShort(trx: Knex, { transactionId, about, amount }: PaymentTask, reason: string, author: Author) {
  const payment = await lockPayment(trx, transactionId)
  const short = await rowsOf(trx, paymentAllocation, found =>
    found.where({ transactionId, documentNo: about, clearingStatus: 'SHORT' }).orderBy('id'),
  )
  if (short.length === 0) return
  await updateRows(trx, paymentAllocation, short, { clearingStatus: 'SETTLED' }, author)
  const clearingText = `SAP cleared ${about} with ${rupees(amount)} less: ${reason}`.slice(0, 500)
  await updateRow(trx, paymentTransaction, payment, { clearingText }, author)
}
