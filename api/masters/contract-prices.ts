import type { Knex } from 'knex'
import type { RateContractPrice } from '../../resources/orders/rows.ts'
import { validOn } from '../derive/rows-of.ts'
import { reservedOf } from './rate-contract-totals.ts'

interface Quantities {
  contractQty: number
  consumedQty: number
}

/** The lines of these customers' active contracts on a day for these products, with the period of the contract (P3). */
export async function contractPrices(
  db: Knex,
  customerIds: readonly number[],
  productIds: readonly number[],
  day: string,
): Promise<RateContractPrice[]> {
  const contracts = validOn(
    db('rate_contract_customer')
      .where({ status: 'ACTIVE' })
      .whereIn('rate_contract_customer.customerId', [...customerIds]),
    day,
    'rate_contract_customer',
  )
  const rows: (Omit<RateContractPrice, 'isActive' | 'openQty'> & Quantities)[] = await contracts
    .join('rate_contract_line', 'rate_contract_line.rateContractId', 'rate_contract_customer.id')
    .whereIn('rate_contract_line.productId', [...productIds])
    .select(
      'rate_contract_line.id',
      'rate_contract_line.rowVersion',
      'rate_contract_line.productId',
      'rate_contract_line.rate',
      'rate_contract_line.contractQty',
      'rate_contract_line.consumedQty',
      'rate_contract_customer.customerId',
      'rate_contract_customer.contractNo',
      'rate_contract_customer.sapContractNo',
      'rate_contract_customer.validFrom',
      'rate_contract_customer.validTo',
    )
  const held = await reservedOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ contractQty, consumedQty, ...row }) => ({
    ...row,
    isActive: true,
    openQty: contractQty - consumedQty - (held.get(row.id) ?? 0),
  }))
}
