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
 * Messages of these types that may go out now: due, not held, and no earlier one of the same owner still on its way.
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
    .whereNotExists(
      db('sap_outbox as earlier')
        .whereRaw('?? = ?? and ?? = ?? and ?? < ??', [
          'earlier.ownerType',
          'message.ownerType',
          'earlier.ownerId',
          'message.ownerId',
          'earlier.id',
          'message.id',
        ])
        .whereIn('earlier.status', ['READY', 'RETRY', 'SENDING'])
        .select(db.raw('1')),
    )
    .orderBy('message.nextAttemptAt')
    .orderBy('message.id')
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

/** Holds a claimed message for another 120 seconds; false when it is no longer ours. */
export const renewClaim = async (db: Knex, message: ClaimedMessage): Promise<boolean> =>
  (await mine(db, message).update({ lockedUntil: secondsFromNow(leaseSeconds) })) === 1

/**
 * Saves how a claimed message ended or when it is tried again; false when the claim was lost and nothing was written.
 */
export async function settleMessage(trx: Knex, message: ClaimedMessage, result: Partial<SapOutbox>): Promise<boolean> {
  const ended = { ...result, lockedBy: null, lockedUntil: null, updatedAt: now() }
  const encoded = Object.fromEntries(Object.entries(ended).map(([name, value]) => [name, encodeValue(value)]))
  return (await mine(trx, message).update(encoded)) === 1
}

const mine = (db: Knex, { id, lockedBy }: ClaimedMessage) => db('sap_outbox').where({ id, lockedBy, status: 'SENDING' })
