import type { Knex } from 'knex'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { exampleRow } from '../example-rows.ts'

/** What a gateway took for a payment that stands written in a test: all of it, and booked in SAP. */
export async function capturedFor(
  db: Knex,
  { id }: { id: number },
  more: Record<string, unknown> = {},
): Promise<{ id: number }> {
  const payment = await db('payment_transaction').where({ id }).first()
  const { customerId, accountId, amount, txnNo, receiptNo, paidAt, createdAt } = payment
  return exampleRow(db, paymentCapture, {
    ...{ transactionId: id, customerId, accountId, amount, receiptNo, capturedAt: paidAt ?? createdAt },
    ...{ gatewayTxnId: txnNo, sapReference: String(txnNo).slice(-16), currency: 'INR', fit: 'EXACT' },
    ...{ status: 'CAPTURED', unresolvedAmount: 0, returnedAmount: 0, postingStatus: 'POSTED', ...more },
  })
}
