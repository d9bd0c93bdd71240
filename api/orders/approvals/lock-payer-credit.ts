import type { Knex } from 'knex'
import { now } from '../../platform/clock.ts'
import { lostRace } from '../../platform/transact.ts'

/**
 * Serialises credit checks of the same payer. Without it, two orders approved at once would each miss the other's
 * exposure; the later transaction fails with a conflict and is retried.
 */
export async function lockPayerCredit(trx: Knex, payerId: number): Promise<void> {
  const updated = await trx('credit_turn').where({ customerId: payerId }).increment('turn', 1)
  if (Number(updated) === 1) return
  const at = now()
  const row = { customerId: payerId, turn: 1, rowVersion: 1, createdAt: at, updatedAt: at }
  await trx('credit_turn')
    .insert(row)
    .catch(error => {
      // Another transaction inserted the row meanwhile, so what this one has read is outdated.
      throw error.code === 'ER_DUP_ENTRY' ? lostRace() : error
    })
}
