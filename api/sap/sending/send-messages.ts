import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'
import { type DateChangeMessage, recordChangedDate, recordRefusedDate } from '../../orders/sap/change-date.ts'
import { confirmOrder } from '../../orders/sap/confirm-order.ts'
import { refuseOrder } from '../../orders/sap/refuse-order.ts'
import { transact } from '../../platform/transact.ts'
import type { DueWork } from '../../platform/work/due-work.ts'
import { sapAuthor } from '../sap-author.ts'
import { attempt, codeOf, finished, type Means, type MessageKind } from './attempt.ts'
import { itemCancellation } from './cancel-items.ts'
import { anyDue, claimNext, settleMessage } from './claims.ts'
import { createOnce } from './create-once.ts'
import { foundOrder } from './found-orders.ts'
import { admitMessage, countCall } from './pause.ts'

/** Sends an order, which SAP must have exactly once, and confirms it or marks it as in error. */
const orderCreation: MessageKind = {
  send(means, message) {
    const order = message.payload as SalesOrderMessage
    const call = () =>
      createOnce(means.db, message, {
        what: `order ${order.orderNo}`,
        search: async () => foundOrder(order, await means.sap.findSalesOrders(order.orderNo)),
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
