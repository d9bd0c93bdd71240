import type { Knex } from 'knex'
import type { LineCancelMessage } from '../orders/cancel/cancel-open.ts'
import { recordCancellations, recordRefusedCancellation } from '../orders/cancel/record-cancellation.ts'
import { confirmOrder } from '../orders/sap/confirm-order.ts'
import { refuseOrder } from '../orders/sap/refuse-order.ts'
import { now } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'
import type { CreatedSalesOrder, SapAdapter } from './adapter.ts'
import { itemNo } from './odata.ts'
import {
  anyDue,
  type ClaimedMessage,
  claimFollowers,
  claimNext,
  renewClaim,
  settleMessage,
  settleMessages,
} from './outbox.ts'
import { savePause, thisProcess } from './pauses.ts'
import { admit, afterCall, type Breaker, closedBreaker, nextAttemptAt } from './retry.ts'
import type { SalesOrderMessage } from './sales-order-message.ts'
import { sapAuthor } from './sap-author.ts'
import { SapError } from './sap-error.ts'

/** The messages this worker knows how to send. */
const types = ['ORDER_CREATE', 'ORDER_ITEM_CANCEL'] as const
/** How many messages are sent at once: a slow answer must not delay every other order. */
const lanes = 4
/** How many items of one sales order are closed in one change. */
const itemsAtOnce = 100

/** Sends the waiting messages of the outbox; one object a process, for it holds the circuit breaker. */
export interface MessageSender {
  /** Sends everything that is due, a few at a time, and resolves when nothing is left; calls during that join it. */
  drain(): Promise<void>
  /** Starts no further message; resolves when those on their way have ended. */
  stop(): Promise<void>
}

interface Means {
  db: Knex
  sap: SapAdapter
  log: Log
  /** The name of the process on the console. */
  name?: string
}

export function messageSender({ db, sap, log, name = thisProcess }: Means): MessageSender {
  let breaker: Breaker = closedBreaker
  let stopping = false
  let running: Promise<void> | null = null
  let again = false

  async function saveBreaker(next: Breaker): Promise<void> {
    const isNews = next.pausedUntil !== breaker.pausedUntil
    breaker = next
    // The sending does not depend on whether the pause can be saved for the console.
    if (isNews)
      await savePause(db, name, next.pausedUntil).catch(error => log.warn({ err: error }, 'A pause could not be noted'))
  }

  async function lane(): Promise<void> {
    while (!stopping && (await anyDue(db, types))) {
      const admission = admit(breaker, now())
      await saveBreaker(admission.breaker)
      if (!admission.admitted) return
      const message = await claimNext(db, types)
      if (!message) return
      const failure = await send(db, sap, message, log)
      // Who was outrun got an answer: SAP works.
      await saveBreaker(afterCall(breaker, failure === null || failure.isOutrun ? null : failure.errorClass, now()))
    }
  }

  async function drain(): Promise<void> {
    again = running !== null
    running ??= (async () => {
      try {
        do {
          again = false
          await Promise.all(Array.from({ length: lanes }, lane))
        } while (again && !stopping)
      } catch (error) {
        log.error({ err: error }, 'The messages to SAP could not be looked through')
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

/** One attempt of one message, and everything that follows from its answer; returns why it failed, if it did. */
async function send(db: Knex, sap: SapAdapter, message: ClaimedMessage, log: Log): Promise<SapError | null> {
  if (message.messageType !== 'ORDER_ITEM_CANCEL') return attempt(db, [message], log, () => sendOrder(db, sap, message))
  const together = [message, ...(await claimFollowers(db, message, itemsAtOnce - 1))]
  return cancelItems(db, sap, together, log)
}

/** Calls SAP for messages that go out as one, and saves why they failed, if they did. */
async function attempt(
  db: Knex,
  messages: readonly ClaimedMessage[],
  log: Log,
  call: () => Promise<void>,
  isFinal: (failure: SapError) => boolean = () => true,
): Promise<SapError | null> {
  try {
    await call()
    return null
  } catch (error) {
    const failure = error instanceof SapError ? error : unforeseen(error)
    if (!isFinal(failure)) return failure
    const [{ messageNo, attempts }] = messages as [ClaimedMessage]
    const about = { messageNo, messages: messages.length, attempts, errorClass: failure.errorClass }
    if (!(error instanceof SapError))
      log.error({ ...about, err: error }, 'A message to SAP failed through our own fault')
    else if (failure.errorClass === 'AUTH')
      log.error(about, 'SAP refuses our sign-in: an administrator must look at it')
    else log.warn({ ...about, reason: failure.message }, 'A message to SAP was not taken')
    for (const message of messages) await fail(db, message, failure)
    return failure
  }
}

const unforeseen = (_error: unknown) =>
  new SapError('UNKNOWN', 'The portal could not finish this message. Its log says why; SAP may have done it.')

/** Searches first from the second attempt on: the earlier one may have arrived. Does nothing once the claim is lost. */
async function sendOrder(db: Knex, sap: SapAdapter, message: ClaimedMessage): Promise<void> {
  const order = message.payload as SalesOrderMessage
  if (message.attempts >= 2) {
    const salesOrder = await sap.findSalesOrder(order.orderNo)
    const items = order.lines.map(({ lineNo }) => ({ lineNo, salesOrderItem: itemNo(lineNo) }))
    if (salesOrder) return ordered(db, message, { salesOrder, items }, 'DUPLICATE')
    if (!(await renewClaim(db, message))) return
  }
  await ordered(db, message, await sap.createSalesOrder(order), null)
}

/** Saves the outcome to the outbox and the order in one transaction. */
async function ordered(db: Knex, message: ClaimedMessage, sent: CreatedSalesOrder, errorClass: 'DUPLICATE' | null) {
  await transact(db, async trx => {
    const done = { ...finished(sent), sapDocumentNo: sent.salesOrder, errorClass }
    if (await settleMessage(trx, message, done)) await confirmOrder(trx, message.ownerId, sent, sapAuthor)
  })
}

/**
 * Closes items of one sales order in one change. Sends the remaining quantities, not the cancelled ones: sent twice, they
 * have one effect. SAP refuses all for one: the halves are sent by themselves then, until only those are refused that SAP
 * does not let go.
 */
async function cancelItems(
  db: Knex,
  sap: SapAdapter,
  messages: readonly ClaimedMessage[],
  log: Log,
): Promise<SapError | null> {
  const mayBeHalved = ({ errorClass }: SapError) => errorClass === 'BUSINESS' && messages.length > 1
  const call = async () => {
    await sap.cancelSalesOrderItems(messages.map(({ payload }) => payload as LineCancelMessage))
    await transact(db, trx => cancelled(trx, messages))
  }
  const failure = await attempt(db, messages, log, call, refusal => !mayBeHalved(refusal))
  if (failure === null || !mayBeHalved(failure)) return failure
  const half = Math.ceil(messages.length / 2)
  const [first, second] = [messages.slice(0, half), messages.slice(half)]
  if (!(await renewClaim(db, ...messages))) return failure
  const early = await cancelItems(db, sap, first, log)
  return (await renewClaim(db, ...second)) ? cancelItems(db, sap, second, log) : early
}

/** Saves that SAP has closed items, to the outbox and the order. */
async function cancelled(trx: Knex, messages: readonly ClaimedMessage[]) {
  const { orderId, sapOrderNo } = messages[0]!.payload as LineCancelMessage
  const done = { ...finished(null), sapDocumentNo: sapOrderNo, errorClass: null }
  const settled = await settleMessages(trx, messages, done)
  const parts = settled.map(({ ownerId, payload }) => ({
    lineId: ownerId,
    cancelQty: (payload as LineCancelMessage).cancelQty,
  }))
  if (parts.length > 0) await recordCancellations(trx, orderId, parts, sapAuthor)
}

const finished = (response: unknown) => ({ status: 'DONE', response, doneAt: now(), errorText: null }) as const

/** Saves a final refusal by SAP. */
async function refuse(trx: Knex, message: ClaimedMessage, failure: SapError) {
  const { message: errorText } = failure
  if (message.messageType === 'ORDER_ITEM_CANCEL')
    return recordRefusedCancellation(trx, message.ownerId, message.payload as LineCancelMessage, errorText, sapAuthor)
  await refuseOrder(trx, message.ownerId, { errorCode: codeOf(failure), errorText }, sapAuthor)
}

async function fail(db: Knex, message: ClaimedMessage, failure: SapError) {
  const { errorClass, httpStatus, sapMessageClass, sapMessageNo, message: errorText } = failure
  const failureColumns = {
    errorClass,
    httpStatus,
    sapMessageClass,
    sapMessageNo,
    errorText,
    firstFailedAt: message.firstFailedAt ?? now(),
  }
  await transact(db, async trx => {
    if (errorClass === 'BUSINESS') {
      if (await settleMessage(trx, message, { ...failureColumns, status: 'FAILED_BUSINESS' }))
        await refuse(trx, message, failure)
      return
    }
    const most = (await readSettings(trx))['sap.max_attempts']
    const at = message.attempts > most ? null : nextAttemptAt(message.attempts, now(), Math.random())
    await settleMessage(
      trx,
      message,
      at === null
        ? { ...failureColumns, status: 'FAILED_TECH' }
        : { ...failureColumns, status: 'RETRY', nextAttemptAt: at },
    )
  })
}

/** Such as `V1/384`; SAP_REFUSED when SAP named none. */
const codeOf = ({ sapMessageClass, sapMessageNo }: SapError) =>
  [sapMessageClass, sapMessageNo].filter(Boolean).join('/') || 'SAP_REFUSED'
