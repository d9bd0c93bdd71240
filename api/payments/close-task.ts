import { type PaymentTask, paymentTask } from '../../resources/payments/payment-task.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { updateRow } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'

/** Marks tasks about payments done, and notes who did what. */
export const closePaymentTasks: ActionHandler = async (trx, { rows, values, author, person }) => {
  const done = { status: 'DONE' as const, doneById: person.id, doneAt: now(), reason: String(values.reason) }
  for (const row of rows) await updateRow(trx, paymentTask, row as unknown as PaymentTask, done, author)
  return undefined
}
