import type { Knex } from 'knex'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { sendMail } from '../../mail/messages.ts'
import { now } from '../../platform/clock.ts'
import { settledBy } from '../posting/payment-message.ts'
import { mailToPayer } from './payer.ts'

const MOST_LISTED = 20

/** Mails the receipt of a payment, as PDF, to who paid. */
export async function mailReceipt(trx: Knex, payment: PaymentTransaction): Promise<void> {
  const { mail, name, link } = await mailToPayer(trx, payment)
  const lines = (await settledBy(trx, [payment.id])).map(
    ({ documentNo, amount, tdsAmount }) =>
      `${documentNo}: ${rupees(amount)}${tdsAmount > 0 ? ` and TDS of ${rupees(tdsAmount)}` : ''}`,
  )
  const more = lines.length - MOST_LISTED
  const listed = [...lines.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : [])]
  if (payment.unallocatedAmount !== 0) listed.push(`On account: ${rupees(payment.unallocatedAmount)}`)
  const paidAt = payment.paidAt ?? now()
  await sendMail(trx, {
    ...mail,
    template: 'PAYMENT_RECEIPT',
    attach: { receiptPdf: payment.id },
    values: {
      ...{ name, link, txnNo: payment.txnNo, amount: rupees(payment.amount) },
      paidAt: `${dayText(dayOf(paidAt))} ${timeOf(paidAt)}`,
      allocations: listed.join('\n'),
    },
  })
}
