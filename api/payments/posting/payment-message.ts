import type { Knex } from 'knex'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type PaymentAllocation, paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { today } from '../../platform/clock.ts'
import type { PaymentMessage } from '../../sap/sending/journal-entry.ts'

/** What payments settle, without what was released to the account, in the order of the items. */
export const settledBy = (db: Knex, paymentIds: readonly number[]): Promise<PaymentAllocation[]> =>
  rowsOf(db, paymentAllocation, rows =>
    rows
      .whereIn('transactionId', [...paymentIds])
      .whereNot('clearingStatus', 'RELEASED')
      .orderBy('itemId'),
  )

/**
 * The posting of a payment as SAP takes it, dated today; amounts in paise. An open item that was read from SAP is named by
 * its document; one of a file, which nobody can name for certain, goes on account under its document number.
 */
export async function paymentMessage(trx: Knex, payment: PaymentTransaction): Promise<PaymentMessage> {
  const { clearingAccount } = await trx('payment_account').where({ id: payment.accountId }).first('clearingAccount')
  const { code: customer } = await trx('customer').where({ id: payment.customerId }).first('code')
  const allocations = await settledBy(trx, [payment.id])
  const items = await rowsOf(trx, uploadOutstanding, rows =>
    rows.whereIn(
      'id',
      allocations.map(({ itemId }) => itemId),
    ),
  )
  const sapItems = new Map(items.map(({ id, sapItem }) => [id, sapItem]))
  return {
    txnNo: payment.txnNo,
    companyCode: payment.companyCode,
    clearingAccount,
    customer,
    postingDate: today(),
    amount: payment.amount,
    allocations: allocations.map(({ itemId, documentNo, amount, tdsAmount: tds }) => ({
      ...(sapDocumentOf(sapItems.get(itemId)) ?? { documentNo }),
      amount,
      tds,
    })),
    unallocated: payment.unallocatedAmount,
  }
}

/** The accounting document in a key such as `1000/2026/1800000017/001`; null without one. */
function sapDocumentOf(sapItem: string | null | undefined) {
  const [, fiscalYear, accountingDocument, item] = sapItem?.split('/') ?? []
  return item ? { accountingDocument: accountingDocument!, fiscalYear: fiscalYear!, item } : null
}
