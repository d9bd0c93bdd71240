import { type DateChangeMessage, recordChangedDate, recordRefusedDate } from '../../orders/sap/change-date.ts'
import { transact } from '../../platform/transact.ts'
import { sapAuthor } from '../sap-author.ts'
import { attempt, finished, type MessageKind } from './attempt.ts'
import { settleMessage } from './claims.ts'

/** Changes a sales order in SAP; what SAP has already is not sent again, so a repeated attempt has one effect. */
export const orderChange: MessageKind = {
  send(means, message) {
    const change = message.payload as DateChangeMessage
    const { orderId: _, ...asked } = change
    const call = async () => {
      await means.sap.changeSalesOrder(asked)
      await transact(means.db, async trx => {
        const done = { ...finished(null), sapDocumentNo: change.sapOrderNo, errorClass: null }
        if (await settleMessage(trx, message, done)) await recordChangedDate(trx, change, sapAuthor)
      })
    }
    return attempt(means, {
      messages: [message],
      call,
      refused: (trx, { ownerId }, refusal) => recordRefusedDate(trx, ownerId, refusal.message, sapAuthor),
    })
  },
}
