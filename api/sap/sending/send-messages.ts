import type { Knex } from 'knex'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'
import type { LineCancelMessage } from '../../orders/cancel/cancel-open.ts'
import { recordCancellations, recordRefusedCancellation } from '../../orders/cancel/record-cancellation.ts'
import { type DateChangeMessage, recordChangedDate, recordRefusedDate } from '../../orders/sap/change-date.ts'
import { confirmOrder } from '../../orders/sap/confirm-order.ts'
import { refuseOrder } from '../../orders/sap/refuse-order.ts'
import { transact } from '../../platform/transact.ts'
import type { DueWork } from '../../platform/work/due-work.ts'
import type { SapError } from '../http/sap-error.ts'
import { sapAuthor } from '../sap-author.ts'
import { attempt, codeOf, finished, type Means, type MessageKind } from './attempt.ts'
import type { ClosedItem } from './changes-in-sap.ts'
import {
  anyDue,
  type ClaimedMessage,
  claimFollowers,
  claimNext,
  renewClaim,
  settleMessage,
  settleMessages,
} from './claims.ts'
import { createOnce } from './create-once.ts'
import { foundOrder } from './found-orders.ts'
import { admitMessage, countCall } from './pause.ts'

/** How many items of one sales order are closed in one change. */
const itemsAtOnce = 100

/** Closes items in SAP, those of one order that wait together in one change. */
const itemCancellation: MessageKind = {
  async send(means, message) {
    return cancelItems(means, [message, ...(await claimFollowers(means.db, message, itemsAtOnce - 1))])
  },
}

/** Sends an order, which SAP must have exactly once, and confirms it or marks it as in error. */
const orderCreation: MessageKind = {
  send(means, message) {
    const order = message.payload as SalesOrderMessage
    const call = () =>
      createOnce(means.db, message, {
        what: `order ${order.orderNo}`,
        search: async () => foundOrder(order, await means.sap.findSalesOrders(order.orderNo, order.isFreeOfCharge)),
        create: () => means.sap.createSalesOrder(order),
        documentNo: ({ salesOrder }) => salesOrder,
        save: (trx, sent) => confirmOrder(trx, message.ownerId, sent, sapAuthor),
      })
    return attempt(means, {
      messages: [message],
      call,
      refused: (trx, { ownerId }, refusal) =>
        refuseOrder(trx, ownerId, { errorCode: codeOf(refusal), errorText: refusal.message }, sapAuthor),
    })
  },
}

/** Changes a sales order in SAP; what SAP has already is not sent again, so a repeated attempt has one effect. */
const orderChange: MessageKind = {
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

type MessageType = SapOutbox['messageType']

/** The messages that go to SAP, and how. */
const kinds: Partial<Record<MessageType, MessageKind>> = {
  ORDER_CREATE: orderCreation,
  ORDER_ITEM_CANCEL: itemCancellation,
  ORDER_CHANGE: orderChange,
}

/** Adds the messages of a room that builds on the dealings with SAP. */
export const sendToSap = (more: typeof kinds) => void Object.assign(kinds, more)

/** How many messages a process sends at once: a slow answer must not delay every other order. */
const lanes = 4

/** Sends the waiting messages of the outbox; any number of processes may, one object each. */
export interface MessageSender {
  /** Sends everything that is due, a few at a time, and resolves when nothing is left, with whether anything was; calls during that join it. */
  drain: DueWork
  /** Starts no further message; resolves when those on their way have ended. */
  stop(): Promise<void>
}

export function messageSender(means: Means): MessageSender {
  const { db, log } = means
  const types = Object.keys(kinds) as MessageType[]
  let stopping = false
  let running: Promise<boolean> | null = null
  let again = false
  let sentAny = false

  async function lane(): Promise<void> {
    while (!stopping && (await anyDue(db, types))) {
      const admission = await admitMessage(db)
      if (!admission) return
      const message = await claimNext(db, types)
      if (!message) return admission.giveBack()
      sentAny = true
      const failure = await kinds[message.messageType]!.send(means, message)
      // The message is settled: what others do does not depend on whether this can be counted.
      await countCall(db, failure).catch(error => log.warn({ err: error }, 'An answer of SAP could not be counted'))
    }
  }

  async function drain(): Promise<boolean> {
    again = running !== null
    running ??= (async () => {
      sentAny = false
      try {
        do {
          again = false
          // A lane that fails leaves the others at their calls, and whoever stops waits for those.
          const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
          const failed = ended.filter(one => one.status === 'rejected')
          for (const { reason } of failed) log.error({ err: reason }, 'The messages to SAP could not be looked through')
          if (failed.length > 0) break
        } while (again && !stopping)
        return sentAny
      } finally {
        running = null
      }
    })()
    return running
  }

  return {
    drain,
    async stop() {
      stopping = true
      await running
    },
  }
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
