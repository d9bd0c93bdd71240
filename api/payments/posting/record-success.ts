import type { Knex } from 'knex'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach, updateRow } from '../../derive/save/write.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { today } from '../../platform/clock.ts'
import { nextNumber } from '../../platform/number-series.ts'
import { mailReceipt } from '../receipts/mail-receipt.ts'
import { paymentMessage, settledBy } from './payment-message.ts'
import { testMoney } from './test-money.ts'

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
