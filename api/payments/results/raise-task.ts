import type { Knex } from 'knex'
import { type PaymentTask, paymentTask } from '../../../resources/payments/payment-task.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { GivenTaskKind } from '../../../resources/payments/payment-words.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'

/** Gives Finance one task about the clearing of a payment, whose lock the caller holds; `amount` is in paise. */
export async function raiseTask(
  trx: Knex,
  payment: PaymentTransaction,
  { kind, about, amount, details }: Pick<PaymentTask, 'about' | 'amount' | 'details'> & { kind: GivenTaskKind },
  author: Author,
): Promise<void> {
  const task = { transactionId: payment.id, kind, about: about.slice(0, 40) }
  if (await trx('payment_task').where(task).first('id')) return
  await insertRows(trx, paymentTask, [{ ...task, amount, details: details.slice(0, 500), status: 'OPEN' }], author)
}
