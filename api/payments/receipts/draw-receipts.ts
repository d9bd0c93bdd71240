import type { Knex } from 'knex'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { nextNumberHere } from '../../platform/number-series.ts'
import { lockPayment } from '../lock-payment.ts'

const author = systemAuthor('Receipts of payments')

/**
 * Gives captures their receipt numbers once a rupee of them serves an item or the account. The number is taken last in
 * the transaction that moved the money, so that one that fails leaves no gap.
 */
export async function drawReceipts(trx: Knex, captureIds: readonly number[]): Promise<void> {
  const due = await rowsOf(trx, paymentCapture, rows =>
    rows
      .whereIn('id', [...captureIds])
      .whereNull('receiptNo')
      .where('currency', 'INR')
      .whereIn('id', trx('capture_allocation').whereNot('target', 'TO_REFUND').select('captureId'))
      .orderBy('id'),
  )
  for (const capture of due) {
    const receiptNo = await nextNumberHere(trx, 'RC', today())
    await updateRow(trx, paymentCapture, capture, { receiptNo }, author)
    const payment = await lockPayment(trx, capture.transactionId)
    if (payment.receiptNo === null) await updateRow(trx, paymentTransaction, payment, { receiptNo }, author)
  }
}
