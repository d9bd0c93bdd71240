import type { Knex } from 'knex'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { paymentClearing } from '../../../resources/payments/payment-clearing.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { CustomerLines } from '../../sap/sending/journal-entry.ts'
import { documentOf, refundOf } from './postings.ts'
import { RESET_FIRST, standingOf } from './returns-in-sap.ts'

/**
 * Says what Finance has to take back in SAP before lines of a capture can be set off, as SAP's cleared items were read: it
 * has cleared an item that they settle, or a line of the capture itself. Null where nothing is in the way.
 */
export async function clearingInTheWay(
  db: Knex,
  { allocations, unallocated }: CustomerLines,
  sent: readonly SapOutbox[],
  capture: PaymentCapture,
): Promise<string | null> {
  const { companyCode } = await db('payment_transaction').where({ id: capture.transactionId }).first('companyCode')
  const items = allocations.flatMap(one =>
    'documentNo' in one ? [] : [`${companyCode}/${one.fiscalYear}/${one.accountingDocument}/${one.item}`],
  )
  const ownAmounts = [
    ...allocations.flatMap(one => ('documentNo' in one ? [-(one.amount + one.tds)] : [])),
    ...(unallocated === 0 ? [] : [-unallocated]),
  ]
  const cleared = await rowsOf(db, paymentClearing, rows =>
    rows
      .whereNull('resetOn')
      .where(any =>
        any
          .whereIn('sapItem', items)
          .orWhere(own =>
            own
              .where('sapItem', 'like', `${companyCode}/${lastDocument(sent, capture)}/%`)
              .whereIn('amount', ownAmounts),
          ),
      )
      .orderBy('id'),
  )
  const [first] = cleared
  return first ? `${RESET_FIRST} ${first.documentNo} in SAP first: document ${first.clearingDoc} cleared it` : null
}

/** The document in which SAP holds what a capture has on account now, as year and number: the last that stands. */
function lastDocument(sent: readonly SapOutbox[], { sapFiscalYear, sapAccountingDoc }: PaymentCapture): string {
  const standing = sent.filter(message => {
    const refundId = refundOf(message)
    return message.messageType !== 'PAYMENT_POST' && (refundId === null || standingOf(sent, refundId) === message)
  })
  const last = standing.flatMap(message => documentOf(message) ?? []).at(-1)
  const [year, number] = last ? [last.fiscalYear, last.accountingDocument] : [sapFiscalYear, sapAccountingDoc ?? '-']
  return `${year}/${number.replace(/^0+/, '')}`
}
