import type { Knex } from 'knex'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
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
import { lockCapture } from '../money/ledger.ts'
import { clearingMessage, clearingsOf } from './ask-clearing.ts'
import { hasFailed, isOnItsWay } from './postings.ts'

/**
 * How far SAP is with clearing a capture, by all requests for it: the one that is on its way, else why the last one failed,
 * else that it was asked. NONE where all were withdrawn.
 */
export function clearingStateOf(messages: readonly Pick<SapOutbox, 'status'>[]): PaymentCapture['clearingRequest'] {
  if (messages.some(isOnItsWay)) return 'QUEUED'
  const last = messages.filter(({ status }) => status !== 'CANCELLED').at(-1)
  if (!last) return 'NONE'
  return hasFailed(last) ? 'STUCK' : 'DONE'
}

/** Notes how far SAP is with clearing a capture, and why it does not, in the transaction that settles a request. */
async function recordClearing(trx: Knex, captureId: number, author: Author, reason: string | null = null) {
  const { capture } = await lockCapture(trx, captureId)
  const clearingRequest = clearingStateOf(await clearingsOf(trx, captureId))
  const clearingText = clearingRequest === 'STUCK' ? (reason?.slice(0, 500) ?? capture.clearingText) : null
  await updateRow(trx, paymentCapture, capture, { clearingRequest, clearingText }, author)
}

/** Asks SAP again to clear a capture, dated today; SAP is searched for the clearing before. 409 while it is on its way. */
export const retryClearing: ActionHandler = async (trx, { rows, author }) => {
  const { capture } = await lockCapture(trx, rows[0]!.id)
  const { 'sap.stuck_minutes': minutes, 'sap.clear_payments': isAsked } = await readSettings(trx)
  if (!isAsked)
    throw conflict('NOT_NOW', 'Payments are cleared in SAP by hand: clear it there, or switch sap.clear_payments on')
  const messages = await clearingsOf(trx, capture.id)
  const message = messages.at(-1)
  if (!message || messages.some(({ status }) => status === 'SENDING'))
    throw conflict('SENDING', 'The clearing is just being sent to SAP: wait for the answer')
  if (capture.clearingRequest === 'QUEUED' && message.createdAt > secondsFromNow(-60 * minutes))
    throw conflict('NOT_NOW', `SAP has just been asked: it can be asked again after ${minutes} minutes`)
  const payload = encodeValue(await clearingMessage(trx, capture))
  const again = { status: 'RETRY', nextAttemptAt: now(), payload, response: null, updatedAt: now() }
  await trx('sap_outbox').where({ id: message.id }).update(again)
  // The last one asks for all that the others did.
  const others = messages.filter(one => one.id !== message.id && (isOnItsWay(one) || hasFailed(one)))
  await trx('sap_outbox')
    .whereIn(
      'id',
      others.map(({ id }) => id),
    )
    .update({ status: 'CANCELLED', updatedAt: now() })
  wakeSender(trx)
  await updateRow(trx, paymentCapture, capture, { clearingRequest: 'QUEUED', clearingText: null }, author)
  return 'The portal looks for the clearing in SAP first, and asks again if there is none.'
}

/** Has SAP clear what a posted capture settles, once; not where finance clears by hand meanwhile. */
export const paymentClearing: MessageKind = {
  async send(means, message) {
    if (!(await readSettings(means.db))['sap.clear_payments']) {
      await transact(means.db, async trx => {
        const withdrawn = { status: 'CANCELLED', errorText: 'Payments are cleared in SAP by hand.' } as const
        if (await settleMessage(trx, message, withdrawn)) await recordClearing(trx, message.ownerId, sapAuthor)
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
        save: trx => recordClearing(trx, message.ownerId, sapAuthor),
        stopped: (trx, reason) => recordClearing(trx, message.ownerId, sapAuthor, reason),
      })
    return attempt(means, {
      messages: [message],
      call,
      refused: (trx, { ownerId }, refusal) => recordClearing(trx, ownerId, sapAuthor, refusal.message),
      givenUp: (trx, { ownerId }, failure) => recordClearing(trx, ownerId, sapAuthor, failure.message),
    })
  },
}
