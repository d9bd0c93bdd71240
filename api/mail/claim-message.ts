import type { Knex } from 'knex'
import { type MessageLog, messageLog } from '../../resources/platform/message-log.ts'
import { decodeRow, encodeValue } from '../derive/row-codec.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'
import { claimFirst, type Held, settle, unheld, type Work, waitAfter } from '../platform/work/claim.ts'

type Medium = MessageLog['medium']

/** Mails and SMS, which go out one by one. */
const messages: Work = { table: 'message_log', seen: ['status', 'attempts'] }

/** The minutes after which a message that was not taken goes out again; after the last it is given up. */
const WAITS = [1, 4, 16, 64, 240, 240]

/**
 * Expires messages that waited longer than `mail.wait_hours`, as they do while nothing is connected that sends them, so
 * that nobody gets old news. Their links are erased.
 */
export async function expireMessages(db: Knex, medium: Medium): Promise<void> {
  const hours = (await readSettings(db))['mail.wait_hours']
  const errorText = `Not sent: it had waited longer than ${hours} hours`
  await unheld(db('message_log').where({ status: 'QUEUED', medium }))
    .where('createdAt', '<', secondsFromNow(-hours * 3600))
    .update({ status: 'EXPIRED', errorText, secrets: null, updatedAt: now() })
}

/** A message that this process may send now. */
export type ClaimedMessage = MessageLog & Held

/** Claims the next due message; null when there is none or others were faster. */
export async function claimMessage(db: Knex, medium: Medium): Promise<ClaimedMessage | null> {
  const due: { id: number; status: string; attempts: number }[] = await unheld(
    db('message_log').where({ status: 'QUEUED', medium }),
  )
    .where('nextAttemptAt', '<=', now())
    .orderBy('id')
    .limit(8)
  const claimed = await claimFirst(db, messages, due, ({ attempts }) => ({ attempts: attempts + 1 }))
  return claimed && (decodeRow(messageLog, { ...claimed }) as never)
}

/**
 * Saves the result of a claimed message; does nothing when the claim was lost. It is tried again when other writes go
 * first, since a message that went out without that being saved would go out twice.
 */
async function settleMessage(db: Knex, message: ClaimedMessage, result: Partial<MessageLog>): Promise<void> {
  const encoded = Object.fromEntries(Object.entries(result).map(([name, value]) => [name, encodeValue(value)]))
  await transact(db, trx => settle(trx, messages, [message], encoded))
}

/** Saves that a claimed message went out; what opens something is erased. */
export const settleSent = (db: Knex, message: ClaimedMessage): Promise<void> =>
  settleMessage(db, message, { status: 'SENT', sentAt: now(), errorText: null, secrets: null as never })

/** Saves that a claimed message was not taken, with the reason: given up for good, or tried again after a while. */
export function settleFailed(
  db: Knex,
  message: ClaimedMessage,
  { reason, isFinal, pauseSeconds = 0 }: { reason: string; isFinal: boolean; pauseSeconds?: number },
): Promise<void> {
  const errorText = reason.slice(0, 255)
  const wait = isFinal ? null : waitAfter(message.attempts, WAITS)
  return settleMessage(
    db,
    message,
    wait === null
      ? { status: 'FAILED', errorText, secrets: null as never }
      : { errorText, nextAttemptAt: secondsFromNow(Math.max(pauseSeconds, wait)) },
  )
}
