import type { Knex } from 'knex'
import { type SapOutbox, sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { decodeRow, encodeValue } from '../../derive/row-codec.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import {
  claim,
  claimBeside,
  type Held,
  renew,
  settle,
  unheld,
  type Work,
  whileHeld,
} from '../../platform/work/claim.ts'

/** Messages to SAP, of which those of one order go out one after the other. */
const messagesToSap: Work = { table: 'sap_outbox', seen: ['status', 'attempts'], held: { status: 'SENDING' } }

/** A message that this process may send now; `hasLeft` says that its change was sent just now. */
export type ClaimedMessage = SapOutbox & Held & { hasLeft?: boolean }

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
    .whereNotExists(inFlight(db).whereRaw('?? = ??', ['other.orderId', 'message.orderId']))
    .orderBy('message.nextAttemptAt')
    .orderBy('message.id')
}

/** Earlier messages on their way that agree in these columns. */
function earlier(db: Knex, columns: readonly string[]) {
  const rows = db('sap_outbox as earlier').whereIn('earlier.status', ['READY', 'RETRY', 'SENDING'])
  for (const name of columns) rows.whereRaw('?? = ??', [`earlier.${name}`, `message.${name}`])
  return rows.whereRaw('?? < ??', ['earlier.id', 'message.id']).select(db.raw('1'))
}

/** Other messages that a process is sending now. */
const inFlight = (db: Knex) =>
  db('sap_outbox as other')
    .where('other.status', 'SENDING')
    .where('other.lockedUntil', '>=', now())
    .whereRaw('?? <> ??', ['other.id', 'message.id'])
    .select(db.raw('1'))

/** Whether any message waits to be sent now. */
export const anyDue = async (db: Knex, types: readonly string[]): Promise<boolean> =>
  Boolean(await due(db, types).first('message.id'))

/** Claims the next message; null when there is none or others were faster. */
export async function claimNext(db: Knex, types: readonly string[]): Promise<ClaimedMessage | null> {
  const candidates: SapOutbox[] = (await due(db, types).limit(8).select('message.*')).map((row: object) =>
    decodeRow(sapOutbox, row as Record<string, unknown>),
  )
  for (const row of candidates) {
    const claimed = await claimOf(db, row)
    if (claimed) return claimed
  }
  return null
}

/**
 * Claims one message. Of an order, under the lock of its row: after a person retried an earlier message, two processes
 * could else take two messages of one order at the same moment.
 */
const claimOf = (db: Knex, row: SapOutbox): Promise<ClaimedMessage | null> =>
  transact(
    db,
    async trx => {
      if (row.orderId !== null) {
        await trx('order').where({ id: row.orderId }).forUpdate().first('id')
        const other = trx('sap_outbox').where({ orderId: row.orderId, status: 'SENDING' }).whereNot('id', row.id)
        if (await other.where('lockedUntil', '>=', now()).first('id')) return null
      }
      return claim(trx, messagesToSap, row, {
        attempts: row.attempts + 1,
        // Whoever held it may have sent it at any moment until its lease ended.
        ...(row.uncertainSince !== null && row.status === 'SENDING' && { uncertainSince: row.lockedUntil }),
      })
    },
    'latest',
  )

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
      any.whereIn('status', ['READY', 'RETRY']).orWhere(lost => unheld(lost.where('status', 'SENDING'), at)),
    )
    .orderBy('id')
    .limit(most)
    .pluck('id')
  const behind = db('sap_outbox').whereIn('id', waiting).whereIn('status', ['READY', 'RETRY', 'SENDING'])
  await claimBeside(messagesToSap, first, behind, { attempts: db.raw('?? + 1', ['attempts']) })
  const rows: Record<string, unknown>[] = await db('sap_outbox')
    .where({ lockedBy: first.lockedBy })
    .whereIn('id', waiting)
    .orderBy('id')
  return rows.map(row => decodeRow(sapOutbox, row) as ClaimedMessage)
}

/** Holds claimed messages for as long again; false when one is no longer ours. */
export const renewClaim = (db: Knex, ...messages: ClaimedMessage[]): Promise<boolean> =>
  renew(db, messagesToSap, messages)

/** Holds claimed messages for as long as a call takes; returns what it returns. */
export const whileClaimed = <Result>(db: Knex, messages: readonly ClaimedMessage[], call: () => Promise<Result>) =>
  whileHeld(db, messagesToSap, messages, call)

/**
 * Notes that a change is about to leave, so that whoever takes the message over knows that SAP may be at work on it;
 * false when the claim was lost and nothing may be sent.
 */
export async function noteLeaving(db: Knex, message: ClaimedMessage): Promise<boolean> {
  const leaving = { uncertainSince: now() }
  if (!(await renew(db, messagesToSap, [message], leaving))) return false
  Object.assign(message, { ...leaving, hasLeft: true })
  return true
}

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
  const encoded = Object.fromEntries(Object.entries(result).map(([name, value]) => [name, encodeValue(value)]))
  const ours = await settle(trx, messagesToSap, messages, encoded)
  return messages.filter(({ id }) => ours.includes(id))
}
