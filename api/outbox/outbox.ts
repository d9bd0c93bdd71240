import type { Knex } from 'knex'
import type { SapOutbox } from '../../resources/platform/sap-outbox.ts'
import { encodeValue } from '../derive/row-codec.ts'
import { makeBell } from '../platform/bell.ts'
import { now, today } from '../platform/clock.ts'
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
