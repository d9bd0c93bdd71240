import type { Knex } from 'knex'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type SapOutbox, sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { readSettings } from '../../platform/settings.ts'
import type { ClearingMessage } from '../../sap/sending/clearing-request.ts'
import { captureMessage, headOf, namedInSap, settledBy } from './capture-lines.ts'
import { joinedLines } from './customer-lines.ts'
import { laterDocuments, postingsOf } from './postings.ts'

/**
 * Asks SAP to clear what a posted capture settles, and its lines that later ones set off; not where finance clears by hand,
 * and not for money on account or for items of files, which SAP knows by no document.
 */
export async function askClearing(trx: Knex, captureId: number, author: Author): Promise<void> {
  const [capture] = await rowsOf(trx, paymentCapture, rows => rows.where('id', captureId))
  if (!capture || capture.sapAccountingDoc === null || !(await readSettings(trx))['sap.clear_payments']) return
  const payload = await clearingMessage(trx, capture)
  if (!payload.later && payload.payment.allocations.every(one => 'documentNo' in one)) return
  const before = await clearingsOf(trx, captureId)
  const nth = before.length === 0 ? '' : `-${before.length + 1}`
  await enqueueForSap(trx, {
    messageType: 'PAYMENT_CLEAR',
    ownerType: 'CAPTURE',
    ownerId: capture.id,
    orderId: null,
    idempotencyKey: `CLEAR-${capture.sapReference}${nth}`,
    payload,
  })
  await updateRow(trx, paymentCapture, capture, { clearingRequest: 'QUEUED', clearingText: null }, author)
}

/** The requests to clear a capture, oldest first. */
export const clearingsOf = (db: Knex, captureId: number): Promise<SapOutbox[]> =>
  rowsOf(db, sapOutbox, rows =>
    rows.where({ ownerType: 'CAPTURE', ownerId: captureId, messageType: 'PAYMENT_CLEAR' }).orderBy('id'),
  )

/** What SAP is asked to clear, dated today. */
export async function clearingMessage(trx: Knex, capture: PaymentCapture): Promise<ClearingMessage> {
  const settled = joinedLines(await namedInSap(trx, await settledBy(trx, [capture.id])))
  const later = laterDocuments(await postingsOf(trx, [capture.id]))
  const { companyCode } = await headOf(trx, capture)
  return {
    payment: { ...(await captureMessage(trx, capture)), allocations: settled },
    document: {
      companyCode: companyCode!,
      accountingDocument: capture.sapAccountingDoc!,
      fiscalYear: capture.sapFiscalYear!,
    },
    ...(later.length > 0 && { later }),
  }
}
