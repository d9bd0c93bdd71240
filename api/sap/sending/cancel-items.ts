import type { Knex } from 'knex'
import type { LineCancelMessage } from '../../orders/cancel/cancel-open.ts'
import { recordCancellations, recordRefusedCancellation } from '../../orders/cancel/record-cancellation.ts'
import { transact } from '../../platform/transact.ts'
import type { SapError } from '../http/sap-error.ts'
import { sapAuthor } from '../sap-author.ts'
import { attempt, finished, type Means, type MessageKind } from './attempt.ts'
import type { ClosedItem } from './changes-in-sap.ts'
import { type ClaimedMessage, claimFollowers, renewClaim, settleMessages } from './claims.ts'

/** How many items of one sales order are closed in one change. */
const itemsAtOnce = 100

/** Closes items in SAP, those of one order that wait together in one change. */
export const itemCancellation: MessageKind = {
  async send(means, message) {
    return cancelItems(means, [message, ...(await claimFollowers(means.db, message, itemsAtOnce - 1))])
  },
}

/**
 * Sends the remaining quantities, not the cancelled ones: sent twice, they have one effect. SAP refuses all for one: the
 * halves are sent by themselves then, until only those are refused that SAP does not let go.
 */
async function cancelItems(means: Means, messages: readonly ClaimedMessage[]): Promise<SapError | null> {
  const { db, sap } = means
  const mayBeHalved = ({ errorClass }: SapError) => errorClass === 'BUSINESS' && messages.length > 1
  const call = async () => {
    const closed = await sap.cancelSalesOrderItems(messages.map(payloadOf))
    await transact(db, trx => saveCancelled(trx, messages, closed))
  }
  const failure = await attempt(means, { messages, call, refused, isFinal: refusal => !mayBeHalved(refusal) })
  if (failure === null || !mayBeHalved(failure)) return failure
  const half = Math.ceil(messages.length / 2)
  const [first, second] = [messages.slice(0, half), messages.slice(half)]
  if (!(await renewClaim(db, ...messages))) return failure
  const early = await cancelItems(means, first)
  return (await renewClaim(db, ...second)) ? cancelItems(means, second) : early
}

const payloadOf = ({ payload }: ClaimedMessage) => payload as LineCancelMessage

/** Saves that SAP has closed items, to the outbox and the order; what SAP had delivered meanwhile is not cancelled. */
async function saveCancelled(trx: Knex, messages: readonly ClaimedMessage[], closed: readonly ClosedItem[]) {
  const { orderId, sapOrderNo } = payloadOf(messages[0]!)
  const kept = new Map(messages.map(({ id }, index) => [id, closed[index]!.keptQty]))
  const settled = await settleMessages(trx, messages, {
    ...finished(null),
    sapDocumentNo: sapOrderNo,
    errorClass: null,
  })
  const parts = settled.flatMap(message => {
    const { cancelQty: asked, remainingQty } = payloadOf(message)
    const cancelQty = asked - (kept.get(message.id)! - (remainingQty ?? 0))
    return cancelQty > 0 ? [{ lineId: message.ownerId, cancelQty }] : []
  })
  if (parts.length > 0) await recordCancellations(trx, orderId, parts, sapAuthor)
}

const refused = (trx: Knex, message: ClaimedMessage, { message: errorText }: SapError) =>
  recordRefusedCancellation(trx, message.ownerId, payloadOf(message), errorText, sapAuthor)
