import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { sapAuthor } from '../../sap/sap-author.ts'
import { attempt, type MessageKind } from '../../sap/sending/attempt.ts'
import { settleMessage } from '../../sap/sending/claims.ts'
import type { ClearingMessage } from '../../sap/sending/clearing-request.ts'
import { createOnce } from '../../sap/sending/create-once.ts'
import { recordClearingAnswered, recordClearingStuck, recordNotAsked } from './settle-clearing.ts'

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
