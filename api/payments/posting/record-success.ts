import type { Knex } from 'knex'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach, updateRow } from '../../derive/save/write.ts'
import { sendMail } from '../../mail/messages.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { now, today } from '../../platform/clock.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { mailToPayer } from '../receipts/payer.ts'
import { paymentMessage, settledBy } from './payment-message.ts'
import { testMoney } from './test-money.ts'

const MOST_LISTED = 20

/**
 * What follows from a success, in the transaction that saves it: the number of the receipt, its mail, and the message by
 * which SAP posts the payment. Whoever calls has saved the allocations. Money of a test account stays out of a live SAP.
 */
export async function recordSuccess(
  trx: Knex,
  payment: PaymentTransaction,
  author: Author,
): Promise<PaymentTransaction> {
  const receiptNo = payment.receiptNo ?? (await nextNumber(trx, 'RC', today()))
  const postingText = await testMoney(trx, payment)
  const postingStatus = postingText === null ? 'QUEUED' : 'NOT_DUE'
  const paid = await updateRow(trx, paymentTransaction, payment, { receiptNo, postingStatus, postingText }, author)
  await noteBalances(trx, paid.id, author)
  if (postingStatus === 'QUEUED')
    await enqueueForSap(trx, {
      messageType: 'PAYMENT_POST',
      ownerType: 'PAYMENT',
      ownerId: paid.id,
      orderId: null,
      idempotencyKey: `PAY-${paid.txnNo}`,
      payload: await paymentMessage(trx, paid),
    })
  await mailReceipt(trx, paid)
  return paid
}

/** Notes what is open of each item before SAP knows of the payment: what is missing of it later, SAP has cleared. */
async function noteBalances(trx: Knex, paymentId: number, author: Author) {
  const allocations = await settledBy(trx, [paymentId])
  const items = await rowsOf(trx, uploadOutstanding, rows =>
    rows.whereIn(
      'id',
      allocations.map(({ itemId }) => itemId),
    ),
  )
  const balances = new Map(items.map(({ id, balanceAmount }) => [id, balanceAmount]))
  const noted = allocations.map(before => ({ before, asked: { balanceBefore: balances.get(before.itemId) ?? null } }))
  await updateEach(trx, paymentAllocation, noted, author)
}

/** Mails the receipt of a payment, as PDF, to who paid. */
async function mailReceipt(trx: Knex, payment: PaymentTransaction): Promise<void> {
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
