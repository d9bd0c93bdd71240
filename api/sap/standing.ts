import type { Knex } from 'knex'
import type { SapOutbox } from '../../resources/platform/sap-outbox.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { conflict } from '../platform/errors.ts'
import { readSettings } from '../platform/settings.ts'

type OwnerType = SapOutbox['ownerType']

const WAITING = ['READY', 'RETRY']

/** Whether a message of this owner is on its way to SAP this moment, so that nobody knows yet whether SAP took it. */
export async function isSending(db: Knex, ownerType: OwnerType, ownerId: number): Promise<boolean> {
  const message = await db('sap_outbox').where({ ownerType, ownerId, status: 'SENDING' }).first('id')
  return message !== undefined
}

/** Whether an owner waits for SAP longer than it should (§D.1, stuck for SAP). */
export async function isStuck(db: Knex, ownerType: OwnerType, ownerId: number): Promise<boolean> {
  const settings = await readSettings(db)
  const message = await db('sap_outbox')
    .where({ ownerType, ownerId })
    .where(any =>
      any
        .where('status', 'FAILED_TECH')
        .orWhere(tried => tried.whereIn('status', WAITING).where('attempts', '>=', settings['sap.max_attempts']))
        .orWhere(old =>
          old.whereIn('status', WAITING).where('createdAt', '<', secondsFromNow(-60 * settings['sap.stuck_minutes'])),
        ),
    )
    .first('id')
  return message !== undefined
}

/** Lets a stuck message be tried at once; what SAP may have taken already is searched for first (§J.3). */
export async function retryNow(trx: Knex, ownerType: OwnerType, ownerId: number): Promise<void> {
  const waiting = trx('sap_outbox')
    .where({ ownerType, ownerId })
    .whereIn('status', [...WAITING, 'FAILED_TECH'])
  await waiting.update({ status: 'RETRY', nextAttemptAt: now(), updatedAt: now() })
}

/** Withdraws what has not gone out. Throws 409 when a message may be reaching SAP just now. */
export async function cancelMessages(trx: Knex, ownerType: OwnerType, ownerId: number): Promise<void> {
  const waiting = trx('sap_outbox')
    .where({ ownerType, ownerId })
    .whereIn('status', [...WAITING, 'FAILED_TECH'])
  await waiting.update({ status: 'CANCELLED', updatedAt: now() })
  if (await isSending(trx, ownerType, ownerId))
    throw conflict('SENDING', 'The order is just being sent to SAP: wait for the answer')
}
