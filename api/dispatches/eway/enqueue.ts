import type { Knex } from 'knex'
import type { EwayCall } from '../../../resources/dispatches/eway/eway-call.ts'
import { encodeValue } from '../../derive/row-codec.ts'
import { makeBell } from '../../platform/bell.ts'
import { now, today } from '../../platform/clock.ts'
import { nextNumber } from '../../platform/number-series.ts'

/** What the portal is to be asked, and what it belongs to; the key keeps it from being written twice. */
export type NewCall = Pick<
  EwayCall,
  'action' | 'gstin' | 'ewayBillId' | 'lrId' | 'lrLineId' | 'plantId' | 'idempotencyKey'
> & {
  payload: object
}

/** Calls that are not at their end. */
export const OPEN = ['READY', 'SENDING', 'RETRY'] as const

/**
 * Writes a call of the portal in the caller's transaction, so that it goes out exactly if that commits. Says whether it was
 * written: one whose key was used before is not.
 */
export async function enqueueCall(trx: Knex, call: NewCall): Promise<boolean> {
  if (await trx('eway_call').where('idempotencyKey', call.idempotencyKey).first('id')) return false
  const at = now()
  await trx('eway_call').insert({
    ...call,
    payload: encodeValue(call.payload),
    messageNo: await nextNumber(trx, 'EW', today()),
    status: 'READY',
    attempts: 0,
    nextAttemptAt: at,
    rowVersion: 1,
    createdAt: at,
    createdById: null,
    updatedAt: at,
    updatedById: null,
  })
  bell.ringAfter(trx)
  return true
}

const bell = makeBell()

/** Wakes the caller of the portal once the transaction has ended. */
export const wakeCaller = bell.ringAfter

/** Calls `wake` whenever this process wrote a call; returns how to stop that. */
export const onCall = bell.onRing
