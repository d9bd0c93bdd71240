import type { Knex } from 'knex'
import { complaint } from '../../resources/complaints/complaint.ts'
import { complaintProcess } from '../../resources/complaints/complaint-process.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { now } from '../platform/clock.ts'
import { isStale } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { escalate } from './escalate.ts'

/** Escalates open complaints whose time has run out, each once. Returns how many. */
export async function escalateLate(db: Knex): Promise<number> {
  const late = await rowsOf(db, complaint, rows =>
    rows
      .whereIn('status', [...complaintProcess.sets.open])
      .whereNull('escalatedAt')
      .whereNull('pausedAt')
      .where('dueAt', '<', now())
      .orderBy('id'),
  )
  let escalated = 0
  for (const row of late) {
    try {
      await transact(db, trx => escalate(trx, row, 'it is past its time'))
      escalated += 1
    } catch (error) {
      // Somebody works on it at this moment; the next run looks again.
      if (!isStale(error)) throw error
    }
  }
  return escalated
}
