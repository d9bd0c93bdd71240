import type { Knex } from 'knex'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { readSettings } from '../../platform/settings.ts'
import type { ClearingMessage } from '../../sap/sending/clearing-request.ts'
import { paymentMessage } from './payment-message.ts'

/**
 * Asks SAP to clear what a posted payment settles, in the transaction that notes its document; not where finance clears
 * by hand, and not for money on account or for items of files, which SAP knows by no document.
 */
export async function askClearing(trx: Knex, payment: PaymentTransaction, author: Author): Promise<void> {
  if (!(await readSettings(trx))['sap.clear_payments']) return
  const payload = await clearingMessage(trx, payment)
  if (payload.payment.allocations.every(one => 'documentNo' in one)) return
  await enqueueForSap(trx, {
    messageType: 'PAYMENT_CLEAR',
    ownerType: 'PAYMENT',
    ownerId: payment.id,
    orderId: null,
    idempotencyKey: `CLEAR-${payment.txnNo}`,
    payload,
  })
  await updateRow(trx, paymentTransaction, payment, { clearingRequest: 'QUEUED', clearingText: null }, author)
}

/** What SAP is asked to clear, dated today. */
export async function clearingMessage(trx: Knex, payment: PaymentTransaction): Promise<ClearingMessage> {
  const { companyCode, sapAccountingDoc, sapFiscalYear } = payment
  const document = { companyCode, accountingDocument: sapAccountingDoc!, fiscalYear: sapFiscalYear! }
  return { payment: await paymentMessage(trx, payment), document }
}
