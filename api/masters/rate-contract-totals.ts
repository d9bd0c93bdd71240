import type { Knex } from 'knex'
import { priceTimes, shareOf, sum } from '../../resources/define/amounts.ts'
import { openQtyOf, type RateContractLine } from '../../resources/masters/rate-contract-line.ts'
import type { StoredRow } from '../derive/row-codec.ts'

type Line = Pick<RateContractLine, 'rate' | 'priceUnit' | 'contractQty' | 'consumedQty' | 'sapConsumedQty'>

/**
 * Writes the value of a contract and how much of it is used up, from its lines. The version does not change, so that
 * nobody's open form becomes stale because an order was confirmed.
 */
export async function refreshContract(trx: Knex, id: number) {
  // Two orders that move different lines would else each miss what the other moved.
  await trx('rate_contract_customer').where({ id }).forUpdate().first('id')
  const lines: Line[] = await trx('rate_contract_line')
    .where('rateContractId', id)
    .select('rate', 'priceUnit', 'contractQty', 'consumedQty', 'sapConsumedQty')
  const value = sum(lines.map(({ rate, priceUnit, contractQty }) => priceTimes(rate, contractQty, priceUnit)))
  const consumed = sum(
    lines.map(({ rate, priceUnit, consumedQty, sapConsumedQty }) =>
      priceTimes(rate, consumedQty + sapConsumedQty, priceUnit),
    ),
  )
  await trx('rate_contract_customer')
    .where({ id })
    .update({ value, consumedPct: shareOf(consumed, value) })
}

/** Adds to lines their open quantity. */
export const withOpenQty = (lines: StoredRow[]): StoredRow[] =>
  lines.map(line => ({ ...line, openQty: openQtyOf(line as unknown as RateContractLine) }))
