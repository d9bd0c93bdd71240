import type { Knex } from 'knex'
import type { Settings } from '../../resources/settings/settings.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { conflict } from '../platform/errors.ts'
import { readSettings } from '../platform/settings.ts'
import { wakeSender } from './outbox.ts'

const WAITING = ['READY', 'RETRY']

const UNSENT = [...WAITING, 'FAILED_TECH']

/** The messages of an order: its own, and those of its lines. */
export const messagesOf = (db: Knex, orderId: number): Knex.QueryBuilder =>
  db('sap_outbox').where(any =>
    any
      .where({ ownerType: 'ORDER', ownerId: orderId })
      .orWhere(ofLine =>
        ofLine.where('ownerType', 'ORDER_LINE').whereIn('ownerId', db('order_line').where({ orderId }).select('id')),
      ),
  )

/** Whether an order is being sent to SAP this moment, so that it is not known yet whether SAP took it. */
export async function isSending(db: Knex, orderId: number): Promise<boolean> {
  const message = await messagesOf(db, orderId).where({ ownerType: 'ORDER', status: 'SENDING' }).first('id')
  return message !== undefined
}

/** Whether an order was sent to SAP without a clear answer, and was not found out about since. */
export async function mayBeInSap(db: Knex, orderId: number): Promise<boolean> {
  const message = await messagesOf(db, orderId)
    .where({ messageType: 'ORDER_CREATE' })
    .whereIn('status', UNSENT)
    .whereNotNull('uncertainSince')
    .first('id')
  return message !== undefined
}

/** Notes that SAP was asked and has none of an order, once it can no longer be at work on it. */
export async function noteAbsentInSap(trx: Knex, orderId: number): Promise<void> {
  const { 'sap.max_dialog_seconds': seconds } = await readSettings(trx)
  const ids: number[] = await messagesOf(trx, orderId)
    .where({ messageType: 'ORDER_CREATE' })
    .whereIn('status', UNSENT)
    .where('uncertainSince', '<', secondsFromNow(-seconds))
    .pluck('id')
  await trx('sap_outbox')
    .whereIn('id', ids)
    .whereIn('status', UNSENT)
    .update({ uncertainSince: null, updatedAt: now() })
}

/** Those of these messages that wait for SAP longer than they should. */
export function stuckAmong(messages: Knex.QueryBuilder, settings: Settings): Knex.QueryBuilder {
  const old = secondsFromNow(-60 * settings['sap.stuck_minutes'])
  return messages.where(any =>
    any
      .where('sap_outbox.status', 'FAILED_TECH')
      .orWhere(tried =>
        tried.whereIn('sap_outbox.status', WAITING).where('sap_outbox.attempts', '>=', settings['sap.max_attempts']),
      )
      .orWhere(late => late.whereIn('sap_outbox.status', WAITING).where('sap_outbox.createdAt', '<', old)),
  )
}

/** Whether an order, or a cancellation in it, waits for SAP longer than it should. */
export async function isStuck(db: Knex, orderId: number): Promise<boolean> {
  const message = await stuckAmong(messagesOf(db, orderId), await readSettings(db)).first('id')
  return message !== undefined
}

/** Makes the stuck messages of an order due at once; what SAP may have taken already is searched for first. */
export async function retryNow(trx: Knex, orderId: number): Promise<void> {
  const waiting: number[] = await messagesOf(trx, orderId).whereIn('status', UNSENT).pluck('id')
  await trx('sap_outbox')
    .whereIn('id', waiting)
    .whereIn('status', UNSENT)
    .update({ status: 'RETRY', nextAttemptAt: now(), updatedAt: now() })
  wakeSender(trx)
}

/** Withdraws the messages of an order that have not gone out. Throws 409 when one may be reaching SAP just now. */
export async function cancelMessages(trx: Knex, orderId: number): Promise<void> {
  await trx('sap_outbox')
    .where({ ownerType: 'ORDER', ownerId: orderId })
    .whereIn('status', UNSENT)
    .update({ status: 'CANCELLED', updatedAt: now() })
  if (await isSending(trx, orderId))
    throw conflict('SENDING', 'The order is just being sent to SAP: wait for the answer')
}

/** The lines of an order whose cancellation waits for SAP or is being sent. */
export const linesBeingCancelled = (db: Knex, orderId: number): Promise<number[]> =>
  messagesOf(db, orderId)
    .where({ messageType: 'ORDER_ITEM_CANCEL' })
    .whereIn('status', [...UNSENT, 'SENDING'])
    .pluck('ownerId')

/** Whether another requested date, changed here, is on its way to SAP. */
export async function isDateOnItsWay(db: Knex, orderId: number): Promise<boolean> {
  const message = await messagesOf(db, orderId)
    .where({ messageType: 'ORDER_CHANGE' })
    .whereIn('status', [...UNSENT, 'SENDING'])
    .first('id')
  return message !== undefined
}

/** The last message of each of these orders, where SAP refused it: how often it was tried, and why. */
export async function refusedMessages(db: Knex, orderIds: readonly number[]) {
  const last = db('sap_outbox')
    .where({ ownerType: 'ORDER', messageType: 'ORDER_CREATE', status: 'FAILED_BUSINESS' })
    .whereIn('ownerId', orderIds)
    .groupBy('ownerId')
    .max('id')
  const rows: { id: number; ownerId: number; attempts: number; errorText: string | null }[] = await db('sap_outbox')
    .whereIn('id', last)
    .select('id', 'ownerId', 'attempts', 'errorText')
  return new Map(rows.map(row => [row.ownerId, row]))
}
