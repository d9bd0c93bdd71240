import { transact } from '../../platform/transact.ts'
import { sapAuthor } from '../../sap/sap-author.ts'
import { attempt, type MessageKind } from '../../sap/sending/attempt.ts'
import { settleMessage } from '../../sap/sending/claims.ts'
import { createOnce } from '../../sap/sending/create-once.ts'
import type { PaymentMessage } from '../../sap/sending/journal-entry.ts'
import { recordPosted, recordStuck, withholdTestMoney } from './settle-posting.ts'

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
