import type { Knex } from 'knex'
import { now } from '../../platform/clock.ts'

/**
 * Serialises the checks of credit of the same payer, of free goods of the same customer, and of PO numbers of the same
 * sold-to, until the transaction ends.
 * Without it, two orders approved at once would each miss the other. It is a write, so that it holds on a cluster too.
 */
export async function takeTurn(trx: Knex, customerId: number): Promise<void> {
  const updated = await trx('credit_turn').where({ customerId }).increment('turn', 1)
  if (Number(updated) === 1) return
  const at = now()
  const row = { customerId, turn: 1, rowVersion: 1, createdAt: at, updatedAt: at }
  // Another order of the payer may have been the first meanwhile.
  await trx('credit_turn')
    .insert(row)
    .onConflict('customerId')
    .merge({ turn: trx.raw('?? + 1', ['credit_turn.turn']) })
}
