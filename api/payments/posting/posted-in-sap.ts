import { Unavailable } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Book } from '../../platform/books.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { callSap, isConnected } from '../../sap/sap-connection.ts'
import { netCreditOf, type PaymentMessage, type PostedPayment } from '../../sap/sending/journal-entry.ts'
import { documentOf, postedBy, postingsOf } from './postings.ts'
import { standingOf } from './returns-in-sap.ts'

/** How many documents one question names. */
const AT_ONCE = 25

/** Days after which a posting is not compared any more: accounting may then have closed its period. */
const DAYS = 14

/** A document that SAP should hold: of which message, with how many paise to the customer's credit. */
interface Expected {
  document: PostedPayment
  txnNo: string
  credit: number
}

/** Finds, as sentences, where SAP holds something else under a document of these weeks than the portal sent. */
export async function findSapDifferences(db: Knex): Promise<string[]> {
  const since = secondsFromNow(-DAYS * 24 * 3600)
  const ids: number[] = await db('sap_outbox')
    .where('ownerType', 'CAPTURE')
    .where('updatedAt', '>', since)
    .whereNotNull('sapDocumentNo')
    .whereNot('messageType', 'PAYMENT_CLEAR')
    .distinct()
    .pluck('ownerId')
  const captures = await rowsOf(db, paymentCapture, rows => rows.whereIn('id', ids).orderBy('id'))
  const expected: Expected[] = []
  for (const capture of captures) expected.push(...expectedOf(capture, await postingsOf(db, [capture.id])))
  const differences: string[] = []
  for (let start = 0; start < expected.length; start += AT_ONCE)
    differences.push(...(await compare(db, expected.slice(start, start + AT_ONCE))))
  return differences
}

/** What SAP holds of payments beside what the portal sent; compared where SAP can be asked. */
export const sapBook: Book = {
  name: 'payments-in-sap',
  at: '05:10',
  about: 'SAP holds other documents of payments than were sent',
  isReady: async db => isConnected(db),
  differences: findSapDifferences,
}

const expectedOf = (capture: PaymentCapture, messages: readonly SapOutbox[]): Expected[] =>
  messages
    .filter(message => {
      const { refundId } = message.payload as { refundId?: number }
      return refundId === undefined || standingOf(messages, refundId) === message
    })
    .flatMap(message => {
      const document = message.messageType === 'PAYMENT_POST' ? firstDocument(capture, message) : documentOf(message)
      const { payment } = postedBy(message)
      return document ? [{ document, txnNo: payment.txnNo, credit: netCreditOf(payment) }] : []
    })

const firstDocument = ({ sapAccountingDoc, sapFiscalYear }: PaymentCapture, { payload, response }: SapOutbox) =>
  sapAccountingDoc && sapFiscalYear
    ? {
        accountingDocument: sapAccountingDoc,
        fiscalYear: sapFiscalYear,
        companyCode:
          (response as Partial<PostedPayment> | null)?.companyCode ?? (payload as PaymentMessage).companyCode ?? '',
      }
    : null

async function compare(db: Knex, expected: readonly Expected[]): Promise<string[]> {
  try {
    const credits = await callSap(db, sap => sap.postedCredits(expected.map(({ document }) => document)))
    return expected.flatMap(({ document: { accountingDocument, fiscalYear }, txnNo, credit }, index) => {
      const found = credits[index]
      const name = `document ${accountingDocument} of ${fiscalYear} for ${txnNo}`
      if (found === null) return [`SAP has no ${name} any more`]
      return found === credit ? [] : [`SAP has ${rupees(found ?? 0)} instead of ${rupees(credit)} in ${name}`]
    })
  } catch (error) {
    // Tomorrow it can be asked again.
    if (error instanceof Unavailable) return []
    throw error
  }
}
