import type { Knex } from 'knex'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { PostingState } from '../../../resources/payments/payment-words.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { sapAuthor } from '../../sap/sap-author.ts'
import { attempt, type MessageKind } from '../../sap/sending/attempt.ts'
import { settleMessage } from '../../sap/sending/claims.ts'
import { createOnce } from '../../sap/sending/create-once.ts'
import type { PaymentMessage, PostedPayment } from '../../sap/sending/journal-entry.ts'
import { askClearing } from './ask-clearing.ts'
import { testMoney } from './test-money.ts'

/** The states in which nobody has found the payment in SAP yet. */
const unposted: readonly PostingState[] = ['NOT_DUE', 'QUEUED', 'STUCK']

/** Notes the accounting document under which SAP posted a payment, in the transaction that settles its message, and asks SAP to clear. */
export async function recordPosted(trx: Knex, paymentId: number, document: PostedPayment, author: Author) {
  const payment = await lockPayment(trx, paymentId)
  if (!unposted.includes(payment.postingStatus)) return
  const posted = {
    postingStatus: 'POSTED' as const,
    postingText: null,
    sapAccountingDoc: document.accountingDocument,
    sapFiscalYear: document.fiscalYear,
    postedAt: now(),
    ...noDocumentNamed,
  }
  await askClearing(trx, await updateRow(trx, paymentTransaction, payment, posted, author), author)
}

/** Notes that SAP refused a payment, or was given up on, and why: Finance decides what happens. */
async function recordStuck(trx: Knex, paymentId: number, reason: string, author: Author) {
  const payment = await lockPayment(trx, paymentId)
  if (!unposted.includes(payment.postingStatus)) return
  const stuck = { postingStatus: 'STUCK' as const, postingText: reason.slice(0, 500) }
  await updateRow(trx, paymentTransaction, payment, stuck, author)
}

/** Takes a payment out of the queue if a test account took it and SAP is live by now; says why, else null. */
async function withholdTestMoney(trx: Knex, paymentId: number, author: Author): Promise<string | null> {
  const payment = await lockPayment(trx, paymentId)
  const postingText = await testMoney(trx, payment)
  if (postingText !== null)
    await updateRow(trx, paymentTransaction, payment, { postingStatus: 'NOT_DUE', postingText }, author)
  return postingText
}

/** A payment, locked until the transaction ends. */
export async function lockPayment(trx: Knex, id: number): Promise<PaymentTransaction> {
  const [payment] = await rowsOf(trx, paymentTransaction, rows => rows.where({ id }).forUpdate())
  if (!payment) throw new Error(`There is no payment ${id}`)
  return payment
}

/** The columns of a document that somebody named, once that is settled. */
export const noDocumentNamed = { namedSapDoc: null, namedSapYear: null, namedById: null }

/** Posts a payment, which SAP must have exactly once; money of a test account never in a live SAP. */
export const paymentPosting: MessageKind = {
  async send(means, message) {
    const isWithheld = await transact(means.db, async trx => {
      const errorText = await withholdTestMoney(trx, message.ownerId, sapAuthor)
      if (errorText !== null) await settleMessage(trx, message, { status: 'CANCELLED', errorText })
      return errorText !== null
    })
    if (isWithheld) return null
    const payment = message.payload as PaymentMessage
    const call = () =>
      createOnce(means.db, message, {
        what: `payment ${payment.txnNo}`,
        search: () => means.sap.findPayment(payment),
        create: () => means.sap.postPayment(payment),
        documentNo: ({ accountingDocument }) => accountingDocument,
        save: (trx, document) => recordPosted(trx, message.ownerId, document, sapAuthor),
        stopped: (trx, reason) => recordStuck(trx, message.ownerId, reason, sapAuthor),
      })
    return attempt(means, {
      messages: [message],
      call,
      refused: (trx, { ownerId }, refusal) => recordStuck(trx, ownerId, refusal.message, sapAuthor),
      givenUp: (trx, { ownerId }, failure) => recordStuck(trx, ownerId, failure.message, sapAuthor),
    })
  },
}
