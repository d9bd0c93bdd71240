import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type CaptureAllocation, captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { today } from '../../platform/clock.ts'
import type { CustomerLines, PaymentAllocation, PaymentMessage } from '../../sap/sending/journal-entry.ts'
import { joinedLines } from './customer-lines.ts'

/** What captures settle, without what was moved elsewhere, in the order of the items. */
export const settledBy = (db: Knex, captureIds: readonly number[]): Promise<CaptureAllocation[]> =>
  rowsOf(db, captureAllocation, rows =>
    rows
      .whereIn('captureId', [...captureIds])
      .where('target', 'ITEM')
      .whereNot('clearingStatus', 'RELEASED')
      .orderBy(['itemId', 'id']),
  )

/** How SAP names what rows settle: an item read from SAP by its document, one of a file, which nobody can name for certain, by its number. */
export async function namedInSap(db: Knex, rows: readonly CaptureAllocation[]): Promise<PaymentAllocation[]> {
  const ids = rows.flatMap(({ itemId }) => itemId ?? [])
  const items = await rowsOf(db, uploadOutstanding, found => found.whereIn('id', ids))
  const sapItems = new Map(items.map(({ id, sapItem }) => [id, sapItem]))
  return rows.map(({ itemId, documentNo, amount, tdsAmount: tds, sapLine }) => ({
    ...(sapDocumentOf(sapItems.get(itemId ?? 0)) ?? { documentNo: documentNo ?? '' }),
    amount,
    tds,
    ...(sapLine === 'ACCOUNT' && { isOnAccount: true }),
  }))
}

/** The accounting document in a key such as `1000/2026/1800000017/001`; null without one. */
function sapDocumentOf(sapItem: string | null | undefined) {
  const [, fiscalYear, accountingDocument, item] = sapItem?.split('/') ?? []
  return item ? { accountingDocument: accountingDocument!, fiscalYear: fiscalYear!, item } : null
}

/**
 * The lines that SAP should hold of a capture of which `amount` paise are not back: one for each item that it settles, and
 * the rest on account, decided or not.
 */
export async function wantedLines(db: Knex, captureId: number, amount: number): Promise<CustomerLines> {
  const named = await namedInSap(db, await settledBy(db, [captureId]))
  const own = named.filter(one => !one.isOnAccount)
  return { allocations: joinedLines(own), unallocated: amount - sum(own.map(one => one.amount)) }
}

/** What stands at the head of each posting of a capture. */
export type PostingHead = Pick<PaymentMessage, 'companyCode' | 'clearingAccount' | 'customer' | 'postingDate'>

/** The head of a posting of a capture, dated today. */
export async function headOf(db: Knex, capture: PaymentCapture): Promise<PostingHead> {
  const { clearingAccount } = await db('payment_account').where({ id: capture.accountId }).first('clearingAccount')
  const { companyCode } = await db('payment_transaction').where({ id: capture.transactionId }).first('companyCode')
  const { code: customer } = await db('customer').where({ id: capture.customerId }).first('code')
  return { companyCode, clearingAccount, customer, postingDate: today() }
}

/** The first posting of a capture as it stands, dated today: all of it, in paise. */
export async function captureMessage(db: Knex, capture: PaymentCapture): Promise<PaymentMessage> {
  const lines = await wantedLines(db, capture.id, capture.amount)
  return { txnNo: capture.sapReference, ...(await headOf(db, capture)), amount: capture.amount, ...lines }
}

/** Leaves the first posting of a capture to the outbox. */
export const enqueueCapture = async (trx: Knex, capture: PaymentCapture): Promise<string> =>
  enqueueForSap(trx, {
    messageType: 'PAYMENT_POST',
    ownerType: 'CAPTURE',
    ownerId: capture.id,
    orderId: null,
    idempotencyKey: `PAY-${capture.sapReference}`,
    payload: await captureMessage(trx, capture),
  })
