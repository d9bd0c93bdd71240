import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { sendMail } from '../../mail/messages.ts'
import { mailToPayer } from '../receipts/payer.ts'

/** Tells the payer that their bank lets go of what it held for a payment, which nobody took. */
export async function mailHoldEnded(trx: Knex, payment: PaymentTransaction): Promise<void> {
  const { mail, name, link } = await mailToPayer(trx, payment)
  const { txnNo, amount } = payment
  const values = { name, link, txnNo, amount: rupees(amount), bankReference: txnNo }
  await sendMail(trx, { ...mail, template: 'GATEWAY_RETURNS', values })
}
