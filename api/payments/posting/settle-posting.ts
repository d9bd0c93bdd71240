import type { Knex } from 'knex'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { PostingState } from '../../../resources/payments/payment-words.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { sapAuthor } from '../../sap/sap-author.ts'
import { attempt, type MessageKind } from '../../sap/sending/attempt.ts'
import { type ClaimedMessage, settleMessage } from '../../sap/sending/claims.ts'
import { createOnce } from '../../sap/sending/create-once.ts'
import type { PaymentMessage, PostedPayment } from '../../sap/sending/journal-entry.ts'
import { lockCapture } from '../money/ledger.ts'
import { recountPayment } from '../money/recount.ts'
import { goOn } from './follow-capture.ts'
import { refundOf } from './postings.ts'
import { recordReturnPosted, recordReturnStuck } from './settle-return.ts'
import { testMoney } from './test-money.ts'

/** The states in which nobody has found the capture in SAP yet. */
const unposted: readonly PostingState[] = ['NOT_DUE', 'QUEUED', 'STUCK']

/** Notes the accounting document under which SAP posted a capture, in the transaction that settles its message, and goes on. */
export async function recordPosted(trx: Knex, captureId: number, document: PostedPayment, author: Author) {
  const { capture } = await lockCapture(trx, captureId)
  if (!unposted.includes(capture.postingStatus) || capture.sapAccountingDoc !== null) return
  const posted = {
    postingStatus: 'POSTED' as const,
    postingText: null,
    sapAccountingDoc: document.accountingDocument,
    sapFiscalYear: document.fiscalYear,
    postedAt: now(),
    ...noDocumentNamed,
  }
  await saved(trx, capture, posted, author)
  await goOn(trx, [captureId])
}

/** Notes that SAP refused a capture or a move of its money, or was given up on, and why: Finance decides what happens. */
export async function recordStuck(trx: Knex, captureId: number, reason: string, author: Author) {
  const { capture } = await lockCapture(trx, captureId)
  await saved(trx, capture, { postingStatus: 'STUCK', postingText: reason.slice(0, 500) }, author)
}

/** Takes a capture out of the queue if a test account took it and SAP is live by now; says why, else null. */
async function withholdTestMoney(trx: Knex, captureId: number, author: Author): Promise<string | null> {
  const { capture } = await lockCapture(trx, captureId)
  const postingText = await testMoney(trx, capture)
  if (postingText !== null && capture.sapAccountingDoc === null)
    await saved(trx, capture, { postingStatus: 'NOT_DUE', postingText }, author)
  return postingText
}

/** Saves what SAP did with a capture, and how its payment then stands. */
export async function saved(trx: Knex, capture: PaymentCapture, change: Partial<PaymentCapture>, author: Author) {
  await updateRow(trx, paymentCapture, capture, change, author)
  await recountPayment(trx, capture.transactionId, author)
}

/** The columns of a document that somebody named, once that is settled. */
export const noDocumentNamed = { namedSapDoc: null, namedSapYear: null, namedById: null }

/** What follows once SAP has posted a message, or a person has to go on. */
interface Outcome {
  posted(trx: Knex, message: ClaimedMessage, document: PostedPayment): Promise<unknown>
  stuck(trx: Knex, message: ClaimedMessage, reason: string): Promise<unknown>
}

/** Posts money of a capture, which SAP must have exactly once; that of a test account never in a live SAP. */
const posting = ({ posted, stuck }: Outcome): MessageKind => ({
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
        save: (trx, document) => posted(trx, message, document),
        stopped: (trx, reason) => stuck(trx, message, reason),
      })
    return attempt(means, {
      messages: [message],
      call,
      refused: (trx, one, refusal) => stuck(trx, one, refusal.message),
      givenUp: (trx, one, failure) => stuck(trx, one, failure.message),
    })
  },
})

/** Posts a capture. */
export const paymentPosting = posting({
  posted: (trx, { ownerId }, document) => recordPosted(trx, ownerId, document, sapAuthor),
  stuck: (trx, { ownerId }, reason) => recordStuck(trx, ownerId, reason, sapAuthor),
})

/** Moves money of a capture within the customer's account. */
export const paymentTransfer = posting({
  posted: (trx, { ownerId }) => recordMoved(trx, ownerId, sapAuthor),
  stuck: (trx, { ownerId }, reason) => recordStuck(trx, ownerId, reason, sapAuthor),
})

/** Posts that money of a capture went back, or came again. */
export const returnPosting = posting({
  posted: (trx, message, document) => recordReturnPosted(trx, refundOf(message)!, document, sapAuthor),
  stuck: (trx, message, reason) => recordReturnStuck(trx, refundOf(message)!, reason, sapAuthor),
})

/** Notes that SAP has a move of a capture's money, and goes on. */
export async function recordMoved(trx: Knex, captureId: number, author: Author) {
  const { capture } = await lockCapture(trx, captureId)
  if (capture.namedSapDoc !== null) await saved(trx, capture, noDocumentNamed, author)
  await goOn(trx, [captureId])
}
