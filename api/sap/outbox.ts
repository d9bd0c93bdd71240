import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { type SapOutbox, sapOutbox } from '../../resources/platform/sap-outbox.ts'
import { decodeRow, encodeValue } from '../derive/row-codec.ts'
import { makeBell } from '../platform/bell.ts'
import { now, secondsFromNow, today } from '../platform/clock.ts'
import { nextNumber } from '../platform/number-series.ts'

/** A message to SAP and what it belongs to; the key protects SAP from receiving it twice. */
export interface OutboxMessage {
  messageType: SapOutbox['messageType']
  ownerType: SapOutbox['ownerType']
  ownerId: number
  /** The order that it changes in SAP, if it does. */
  orderId: number | null
  idempotencyKey: string
  payload: unknown
}

/** Seconds for which a worker may hold a message. */
const leaseSeconds = 120

/**
 * Writes a message to SAP in the caller's transaction, so that it goes out exactly if that commits; the worker is woken
 * once it has. Returns the message's number. An `idempotencyKey` that was used before fails with 409.
 */
export async function enqueueForSap(trx: Knex, message: OutboxMessage): Promise<string> {
  const at = now()
  const messageNo = await nextNumber(trx, 'MS', today())
  const systemColumns = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
  const row = {
    ...message,
    payload: encodeValue(message.payload),
    messageNo,
    status: 'READY',
    attempts: 0,
    nextAttemptAt: at,
  }
  await trx('sap_outbox').insert({ ...row, ...systemColumns })
  bell.ringAfter(trx)
  return messageNo
}

const bell = makeBell()

/** Wakes the sender once the transaction has ended. */
export const wakeSender = bell.ringAfter

/** Calls `wake` whenever this process wrote a message; returns how to stop that. */
export const onEnqueued = bell.onRing

/** A message that this process may send now; `lockedBy` is its claim. */
export type ClaimedMessage = SapOutbox & { lockedBy: string }

/**
 * Messages of these types that may go out now: due, not held, and the first on its way of the same owner and of the same
 * order. SAP guards a sales order with one etag: two messages to it at once would collide.
 */
function due(db: Knex, types: readonly string[]) {
  const at = now()
  return db('sap_outbox as message')
    .whereIn('message.messageType', types)
    .where(any =>
      any
        .where(waiting =>
          waiting.whereIn('message.status', ['READY', 'RETRY']).where('message.nextAttemptAt', '<=', at),
        )
        // Its holder is gone: it may have reached SAP, which the search before the next attempt finds out.
        .orWhere(lost => lost.where('message.status', 'SENDING').where('message.lockedUntil', '<', at)),
    )
    .whereNotExists(earlier(db, ['ownerType', 'ownerId']))
    .whereNotExists(earlier(db, ['orderId']))
    .orderBy('message.nextAttemptAt')
    .orderBy('message.id')
}

/** Earlier messages on their way that agree in these columns. */
function earlier(db: Knex, columns: readonly string[]) {
  const rows = db('sap_outbox as earlier').whereIn('earlier.status', ['READY', 'RETRY', 'SENDING'])
  for (const name of columns) rows.whereRaw('?? = ??', [`earlier.${name}`, `message.${name}`])
  return rows.whereRaw('?? < ??', ['earlier.id', 'message.id']).select(db.raw('1'))
}

/** Whether any message waits to be sent now. */
export const anyDue = async (db: Knex, types: readonly string[]): Promise<boolean> =>
  Boolean(await due(db, types).first('message.id'))

/** Takes the next message by compare-and-set, for 120 seconds; null when there is none or others were faster. */
export async function claimNext(db: Knex, types: readonly string[]): Promise<ClaimedMessage | null> {
  const candidates: Record<string, unknown>[] = await due(db, types).limit(8).select('message.*')
  for (const row of candidates) {
    const lockedBy = randomUUID()
    const claim = {
      status: 'SENDING',
      attempts: Number(row.attempts) + 1,
      lockedBy,
      lockedUntil: secondsFromNow(leaseSeconds),
      updatedAt: now(),
    }
    const asRead = { id: row.id as number, status: row.status as string, attempts: row.attempts as number }
    if ((await db('sap_outbox').where(asRead).update(claim)) === 1)
      return decodeRow(sapOutbox, { ...row, ...claim }) as ClaimedMessage
  }
  return null
}

/**
 * Takes the messages of the same type and order that wait behind a claimed one, at most so many. Nobody else can take
 * them meanwhile, for the claimed one is earlier.
 */
export async function claimFollowers(db: Knex, first: ClaimedMessage, most: number): Promise<ClaimedMessage[]> {
  if (first.orderId === null || most <= 0) return []
  const at = now()
  const waiting: number[] = await db('sap_outbox')
    .where({ orderId: first.orderId, messageType: first.messageType })
    .where('id', '>', first.id)
    .where(any =>
      any
        .whereIn('status', ['READY', 'RETRY'])
        .orWhere(lost => lost.where('status', 'SENDING').where('lockedUntil', '<', at)),
    )
    .orderBy('id')
    .limit(most)
    .pluck('id')
  const { lockedBy, lockedUntil } = first
  await db('sap_outbox')
    .whereIn('id', waiting)
    .whereIn('status', ['READY', 'RETRY', 'SENDING'])
    .update({ status: 'SENDING', attempts: db.raw('?? + 1', ['attempts']), lockedBy, lockedUntil, updatedAt: at })
  const rows: Record<string, unknown>[] = await db('sap_outbox')
    .where({ lockedBy })
    .whereIn('id', waiting)
    .orderBy('id')
  return rows.map(row => decodeRow(sapOutbox, row) as ClaimedMessage)
}

/** Holds claimed messages for another 120 seconds; false when one is no longer ours. */
export const renewClaim = async (db: Knex, ...messages: ClaimedMessage[]): Promise<boolean> =>
  (await mine(db, messages).update({ lockedUntil: secondsFromNow(leaseSeconds) })) === messages.length

/**
 * Saves how a claimed message ended or when it is tried again; false when the claim was lost and nothing was written.
 */
export const settleMessage = async (trx: Knex, message: ClaimedMessage, result: Partial<SapOutbox>): Promise<boolean> =>
  (await settleMessages(trx, [message], result)).length === 1

/** Saves how messages that were claimed together ended; returns those whose claim was not lost. */
export async function settleMessages(
  trx: Knex,
  messages: readonly ClaimedMessage[],
  result: Partial<SapOutbox>,
): Promise<ClaimedMessage[]> {
  const ours: number[] = await mine(trx, messages).forUpdate().pluck('id')
  const ended = { ...result, lockedBy: null, lockedUntil: null, updatedAt: now() }
  const encoded = Object.fromEntries(Object.entries(ended).map(([name, value]) => [name, encodeValue(value)]))
  await trx('sap_outbox').whereIn('id', ours).update(encoded)
  return messages.filter(({ id }) => ours.includes(id))
}

/** Messages that were claimed together and still are. */
const mine = (db: Knex, messages: readonly ClaimedMessage[]) =>
  db('sap_outbox')
    .whereIn(
      'id',
      messages.map(({ id }) => id),
    )
    .where({ lockedBy: messages[0]!.lockedBy, status: 'SENDING' })
