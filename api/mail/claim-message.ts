import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { type MessageLog, messageLog } from '../../resources/platform/message-log.ts'
import { decodeRow, encodeValue } from '../derive/row-codec.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'

type Medium = MessageLog['medium']

/** After so many attempts a message is given up. */
const MOST_ATTEMPTS = 7

const leaseSeconds = 120

/**
 * Expires messages that waited longer than `mail.wait_hours`, as they do while nothing is connected that sends them, so
 * that nobody gets old news. Their links are erased.
 */
export async function expireMessages(db: Knex, medium: Medium): Promise<void> {
  const hours = (await readSettings(db))['mail.wait_hours']
  const errorText = `Not sent: it had waited longer than ${hours} hours`
  await db('message_log')
    .where({ status: 'QUEUED', medium })
    .where('createdAt', '<', secondsFromNow(-hours * 3600))
    .where(any => any.whereNull('lockedUntil').orWhere('lockedUntil', '<', now()))
    .update({ status: 'EXPIRED', errorText, secrets: null, updatedAt: now() })
}

/** A message that this process may send now; `lockedBy` is its claim. */
export type ClaimedMessage = MessageLog & { lockedBy: string }

/** Claims the next due message for two minutes, by compare-and-set; null when there is none or others were faster. */
export async function claimMessage(db: Knex, medium: Medium): Promise<ClaimedMessage | null> {
  const at = now()
  const free = (query: Knex.QueryBuilder) =>
    query
      .where({ status: 'QUEUED', medium })
      .where('nextAttemptAt', '<=', at)
      .where(any => any.whereNull('lockedUntil').orWhere('lockedUntil', '<', at))
  const candidates: Record<string, unknown>[] = await free(db('message_log')).orderBy('id').limit(8)
  for (const row of candidates) {
    const claim = {
      attempts: Number(row.attempts) + 1,
      lockedBy: randomUUID(),
      lockedUntil: secondsFromNow(leaseSeconds),
    }
    const taken = await free(
      db('message_log').where({ id: row.id as number, attempts: row.attempts as number }),
    ).update(claim)
    if (taken === 1) return decodeRow(messageLog, { ...row, ...claim }) as never
  }
  return null
}

/**
 * Saves the result of a claimed message; does nothing when the claim was lost. It is tried again when other writes go
 * first, since a message that went out without that being saved would go out twice.
 */
async function settleMessage(db: Knex, { id, lockedBy }: ClaimedMessage, result: Partial<MessageLog>): Promise<void> {
  const encoded = Object.fromEntries(Object.entries(result).map(([name, value]) => [name, encodeValue(value)]))
  await transact(db, trx =>
    trx('message_log')
      .where({ id, lockedBy })
      .update({ ...encoded, lockedBy: null, lockedUntil: null, updatedAt: now() }),
  )
}

/** Saves that a claimed message went out; what opens something is erased. */
export const settleSent = (db: Knex, message: ClaimedMessage): Promise<void> =>
  settleMessage(db, message, { status: 'SENT', sentAt: now(), errorText: null, secrets: null as never })

/**
 * Saves that a claimed message was not taken, with the reason: given up for good, or tried again after `pauseSeconds` or
 * one, four, sixteen minutes …, at most four hours.
 */
export function settleFailed(
  db: Knex,
  message: ClaimedMessage,
  { reason, isFinal, pauseSeconds = 0 }: { reason: string; isFinal: boolean; pauseSeconds?: number },
): Promise<void> {
  const errorText = reason.slice(0, 255)
  return settleMessage(
    db,
    message,
    isFinal || message.attempts >= MOST_ATTEMPTS
      ? { status: 'FAILED', errorText, secrets: null as never }
      : { errorText, nextAttemptAt: secondsFromNow(Math.max(pauseSeconds, waitBefore(message.attempts))) },
  )
}

const waitBefore = (attempts: number) => Math.min(4 * 3600, 60 * 4 ** (attempts - 1)) * (0.8 + Math.random() * 0.4)
