import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import type { Author } from '../../derive/save/author.ts'
import { sendMail } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'
import { mailToPayer } from '../receipts/payer.ts'

/**
 * Tells who paid by mail that a payment did not succeed, in the transaction that saves it; and behind the bell, unless
 * they ended it themselves.
 */
export async function mailFailure(trx: Knex, payment: PaymentTransaction, author: Author): Promise<void> {
  const { mail, name, link } = await mailToPayer(trx, payment)
  const said = payment.failureText?.replace(/[.\s]+$/, '')
  const reason = said || (payment.status === 'CANCELLED' ? 'it was cancelled' : 'the gateway gave no reason')
  const { txnNo, userId } = payment
  const values = { name, link, txnNo, amount: rupees(payment.amount), reason }
  await sendMail(trx, { ...mail, template: 'PAYMENT_FAILED', values })
  if (author.id === userId) return
  const title = `Payment ${txnNo} did not succeed`
  await notify(trx, [userId], { title, body: reason, link: `/${paymentTransaction.path}/show/${payment.id}` })
}

/** Mails whoever paid once more that their payment did not succeed. */
export const notifyCustomer: ActionHandler = async (trx, { rows, author }) => {
  for (const row of rows) await mailFailure(trx, row as unknown as PaymentTransaction, author)
  return undefined
}
