import type { Knex } from 'knex'
import { now } from '../../platform/clock.ts'

/**
 * Serialises credit checks of the same payer until the transaction ends. Without it, two orders approved at once would
 * each miss the other's exposure. It is a write, so that it holds on a cluster too.
 */
export async function lockPayerCredit(trx: Knex, payerId: number): Promise<void> {
  const updated = await trx('credit_turn').where({ customerId: payerId }).increment('turn', 1)
  if (Number(updated) === 1) return
  const at = now()
  const row = { customerId: payerId, turn: 1, rowVersion: 1, createdAt: at, updatedAt: at }
  // Another order of the payer may have been the first meanwhile.
  await trx('credit_turn')
    .insert(row)
    .onConflict('customerId')
    .merge({ turn: trx.raw('?? + 1', ['credit_turn.turn']) })
}
