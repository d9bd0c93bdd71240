import type { Knex } from 'knex'
import { now } from '../../platform/clock.ts'
import { beaten } from '../../platform/transact.ts'

/**
 * Lets the orders of a payer be weighed against his credit one after the other. Without it, two that are approved at once
 * would each see what the other did not owe yet: the second to come is refused by the database, and tried again.
 */
export async function takeTurn(trx: Knex, payerId: number): Promise<void> {
  const taken = await trx('credit_turn').where({ customerId: payerId }).increment('turn', 1)
  if (Number(taken) === 1) return
  const at = now()
  const row = { customerId: payerId, turn: 1, rowVersion: 1, createdAt: at, updatedAt: at }
  await trx('credit_turn')
    .insert(row)
    .catch(error => {
      // Somebody else opened the row meanwhile, and what was read since is as old as that.
      throw error.code === 'ER_DUP_ENTRY' ? beaten() : error
    })
}
