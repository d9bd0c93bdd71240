import type { Knex } from 'knex'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { encodeValue } from '../../derive/row-codec.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { wakeSender } from '../../outbox/outbox.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { conflict } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { sapAuthor } from '../../sap/sap-author.ts'
import { attempt, type MessageKind } from '../../sap/sending/attempt.ts'
import { settleMessage } from '../../sap/sending/claims.ts'
import type { ClearingMessage } from '../../sap/sending/clearing-request.ts'
import { createOnce } from '../../sap/sending/create-once.ts'
import { clearingMessage } from './ask-clearing.ts'
import { lockPayment } from './settle-posting.ts'

const recordRequest =
  (clearingRequest: PaymentTransaction['clearingRequest']) =>
  async (trx: Knex, paymentId: number, author: Author, clearingText: string | null = null) => {
    const payment = await lockPayment(trx, paymentId)
    const change = { clearingRequest, clearingText: clearingText?.slice(0, 500) ?? null }
    await updateRow(trx, paymentTransaction, payment, change, author)
  }

/** Notes that SAP shows the clearing; the payment counts as cleared once the items read from SAP say so. */
const recordClearingAnswered = recordRequest('DONE')

/** Notes that nobody asks SAP to clear a payment. */
const recordNotAsked = recordRequest('NONE')

/** Notes why SAP does not clear a payment: Finance decides what happens. */
const recordClearingStuck = (trx: Knex, paymentId: number, reason: string, author: Author) =>
  recordRequest('STUCK')(trx, paymentId, author, reason)

/** Asks SAP again to clear a payment, dated today; SAP is searched for the clearing before. 409 while it is on its way. */
export const retryClearing: ActionHandler = async (trx, { rows, author }) => {
  const payment = await lockPayment(trx, rows[0]!.id)
  const { 'sap.stuck_minutes': minutes, 'sap.clear_payments': isAsked } = await readSettings(trx)
  if (!isAsked)
    throw conflict('NOT_NOW', 'Payments are cleared in SAP by hand: clear it there, or switch sap.clear_payments on')
  const message = await trx('sap_outbox')
    .where({ ownerType: 'PAYMENT', messageType: 'PAYMENT_CLEAR', ownerId: payment.id })
    .forUpdate()
    .first('id', 'status', 'createdAt')
  if (!message || message.status === 'SENDING')
    throw conflict('SENDING', 'The clearing is just being sent to SAP: wait for the answer')
  if (payment.clearingRequest === 'QUEUED' && message.createdAt > secondsFromNow(-60 * minutes))
    throw conflict('NOT_NOW', `SAP has just been asked: it can be asked again after ${minutes} minutes`)
  const payload = encodeValue(await clearingMessage(trx, payment))
  const again = { status: 'RETRY', nextAttemptAt: now(), payload, response: null, updatedAt: now() }
  await trx('sap_outbox').where({ id: message.id }).update(again)
  wakeSender(trx)
  await updateRow(trx, paymentTransaction, payment, { clearingRequest: 'QUEUED', clearingText: null }, author)
  return 'The portal looks for the clearing in SAP first, and asks again if there is none.'
}

/** Has SAP clear what a posted payment settles, once; not where finance clears by hand meanwhile. */
export const paymentClearing: MessageKind = {
  async send(means, message) {
    if (!(await readSettings(means.db))['sap.clear_payments']) {
      await transact(means.db, async trx => {
        const withdrawn = { status: 'CANCELLED', errorText: 'Payments are cleared in SAP by hand.' } as const
        if (await settleMessage(trx, message, withdrawn)) await recordNotAsked(trx, message.ownerId, sapAuthor)
      })
      return null
    }
    const clearing = message.payload as ClearingMessage
    const call = () =>
      createOnce(means.db, message, {
        what: `clearing of payment ${clearing.payment.txnNo}`,
        search: () => means.sap.findClearing(clearing),
        create: async () => {
          // Somebody may have cleared it in SAP before the portal asks for the first time.
          const clearingInSap = await means.sap.findClearing(clearing)
          if (clearingInSap && 'clearingDocs' in clearingInSap) return clearingInSap
          await means.sap.requestClearing(clearing)
          return null
        },
        documentNo: ({ clearingDocs }) => clearingDocs[0] ?? null,
        save: trx => recordClearingAnswered(trx, message.ownerId, sapAuthor),
        stopped: (trx, reason) => recordClearingStuck(trx, message.ownerId, reason, sapAuthor),
      })
    return attempt(means, {
      messages: [message],
      call,
      refused: (trx, { ownerId }, refusal) => recordClearingStuck(trx, ownerId, refusal.message, sapAuthor),
      givenUp: (trx, { ownerId }, failure) => recordClearingStuck(trx, ownerId, failure.message, sapAuthor),
    })
  },
}
