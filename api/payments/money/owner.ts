import type { Knex } from 'knex'
import { holdersOf } from '../../derive/rights/holders.ts'
import { readSettings } from '../../platform/settings.ts'

/**
 * Who decides about money that has no place yet: the person of `payment.owner`, else the first of Finance. Null only in
 * a company where nobody works in Finance.
 */
export async function ownerOfMoney(db: Knex): Promise<number | null> {
  const { 'payment.owner': login } = await readSettings(db)
  const named = await db('user').where({ loginId: login, isActive: 1 }).first('id')
  if (named) return named.id
  const [first] = await holdersOf(db, 'decideAboutMoney')
  return first?.id ?? null
}
