import type { Knex } from 'knex'
import { timeOf } from '../../../resources/define/dates.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { finished } from './attempt.ts'
import { type ClaimedMessage, noteLeaving, settleMessage } from './claims.ts'
import type { Doubt } from './doubt.ts'

/** A document that SAP must create exactly once. */
interface Creation<Created> {
  /** What a person calls it: `order OR2627000017`. */
  what: string
  /** What SAP has of an earlier attempt; null where it has none. */
  search(): Promise<Created | Doubt | null>
  /** Creates it; null where SAP took the request and does it later, without a word. */
  create(): Promise<Created | null>
  documentNo(created: Created): string | null
  /** Saves it at its owner, in the transaction that settles the message. */
  save(trx: Knex, created: Created): Promise<unknown>
  /** Saves at its owner that only a person can go on, in the transaction that stops the message. */
  stopped?(trx: Knex, reason: string): Promise<unknown>
}

/** Seconds after which an order that SAP may still be at work on is searched for again. */
const searchAgainSeconds = 60

/**
 * Creates a document in SAP, or takes over the one that an earlier attempt created. Searches before every attempt but the
 * first; after an attempt without an answer nothing is sent until SAP's longest dialog step is over and a search
 * was empty. Where SAP has something else, or twice, the message stops for a person.
 */
export async function createOnce<Created extends object>(
  db: Knex,
  message: ClaimedMessage,
  creation: Creation<Created>,
) {
  if (message.attempts >= 2 || message.uncertainSince !== null) {
    const documentInSap = await creation.search()
    if (documentInSap && 'doubt' in documentInSap) return stop(db, message, documentInSap.doubt, creation.stopped)
    if (documentInSap) return take(db, message, creation, documentInSap, 'DUPLICATE')
    const until = await endOfDialog(db, message)
    if (until !== null) return wait(db, message, creation.what, until)
    if (message.response !== null) return stop(db, message, notDone(creation.what, message), creation.stopped)
  }
  if (!(await noteLeaving(db, message))) return
  const created = await creation.create()
  if (created) await take(db, message, creation, created, null)
  else await awaitDone(db, message, creation.what)
}

async function take<Created extends object>(
  db: Knex,
  message: ClaimedMessage,
  creation: Creation<Created>,
  created: Created,
  errorClass: 'DUPLICATE' | null,
) {
  await transact(db, async trx => {
    const done = { ...finished(created), sapDocumentNo: creation.documentNo(created), errorClass }
    if (await settleMessage(trx, message, done)) await creation.save(trx, created)
  })
}

/** SAP took a request that it does later: it is looked for each minute. */
const awaitDone = (db: Knex, message: ClaimedMessage, what: string) =>
  settleMessage(db, message, {
    status: 'RETRY',
    nextAttemptAt: secondsFromNow(searchAgainSeconds),
    response: { takenAt: now() },
    errorClass: null,
    errorText: `SAP has taken the ${what} and processes it. The portal checks for it every minute.`,
  })

/** Sent again it would fail again: SAP says why in its own monitor alone. */
const notDone = (what: string, { uncertainSince }: ClaimedMessage) =>
  `SAP took the ${what}${uncertainSince ? ` at ${timeOf(uncertainSince)}` : ''} and has not done it: its Message Dashboard says why.`

/** Stops a message that only a person can judge; it is then shown as stuck. */
const stop = (
  db: Knex,
  message: ClaimedMessage,
  errorText: string,
  stopped?: (trx: Knex, reason: string) => Promise<unknown>,
) =>
  transact(db, async trx => {
    const end = {
      status: 'FAILED_TECH' as const,
      errorClass: 'DUPLICATE' as const,
      errorText,
      // SAP's state is known now; what to do with it is not.
      uncertainSince: null,
      firstFailedAt: message.firstFailedAt ?? now(),
    }
    if (await settleMessage(trx, message, end)) await stopped?.(trx, errorText)
  })

/** Until when SAP may be at work on an earlier attempt; null where it is not any more. */
async function endOfDialog(db: Knex, { uncertainSince }: ClaimedMessage): Promise<string | null> {
  if (uncertainSince === null) return null
  const seconds = (await readSettings(db))['sap.max_dialog_seconds']
  const end = new Date(Date.parse(uncertainSince) + seconds * 1000).toISOString()
  return end > now() ? end : null
}

/** A search is no attempt: it does not count. */
const wait = (db: Knex, message: ClaimedMessage, what: string, until: string) => {
  const again = secondsFromNow(searchAgainSeconds)
  const sent = timeOf(message.uncertainSince!)
  return settleMessage(db, message, {
    status: 'RETRY',
    attempts: Math.max(1, message.attempts - 1),
    nextAttemptAt: again < until ? again : until,
    errorText: `SAP does not show ${what} yet, and may still be at work on what was sent at ${sent}. The portal looks for it each minute, and sends it again after ${timeOf(until)} if SAP still has none.`,
    firstFailedAt: message.firstFailedAt ?? now(),
  })
}
