import type { Knex } from 'knex'
import { rateContractCustomer } from '../../resources/masters/rate-contract-customer.ts'
import { openQtyOf, rateContractLine } from '../../resources/masters/rate-contract-line.ts'
import type { RateContractPrice } from '../../resources/orders/rows.ts'
import type { RowIn } from '../derive/row-codec.ts'
import { selectFrom, whereValidOn } from '../derive/rows-of.ts'

/** The active contracts of these customers on a day and their lines for these products, as parts of one query. */
export function contractsQuery(db: Knex, customerIds: readonly number[], productIds: readonly number[], day: string) {
  const active = (rows: Knex.QueryBuilder) =>
    whereValidOn(rows.where({ status: 'ACTIVE' }).whereIn('customerId', [...customerIds]), day)
  return {
    contracts: selectFrom(rateContractCustomer, active),
    contractLines: selectFrom(rateContractLine, rows =>
      rows
        .whereIn('productId', [...productIds])
        .whereIn('rateContractId', active(db('rate_contract_customer')).select('id')),
    ),
  }
}

type ContractsQuery = ReturnType<typeof contractsQuery>
type Read = { [Name in keyof ContractsQuery]: RowIn<ContractsQuery[Name]['resource']>[] }

/**
 * These lines as prices with the period of their contract (P3); quantities that the order itself reserves, `own`, count
 * as open.
 */
export function contractPrices(
  { contracts, contractLines }: Read,
  own: ReadonlyMap<number, number>,
): RateContractPrice[] {
  const byId = new Map(contracts.map(contract => [contract.id, contract]))
  return contractLines.map(line => {
    const { id, rowVersion, productId, rate } = line
    const { customerId, contractNo, sapContractNo, validFrom, validTo } = byId.get(line.rateContractId)!
    return {
      ...{ id, rowVersion, productId, rate, customerId, contractNo, sapContractNo, validFrom, validTo },
      isActive: true,
      openQty: openQtyOf(line, own.get(id)),
    }
  })
}
