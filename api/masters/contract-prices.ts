import type { Knex } from 'knex'
import { rateContractCustomer } from '../../resources/masters/rate-contract-customer.ts'
import { openQtyOf, type RateContractLine, rateContractLine } from '../../resources/masters/rate-contract-line.ts'
import { asOrdered, type CalledOff, type ReservingLine } from '../../resources/orders/reserved-quantities.ts'
import type { RateContractPrice } from '../../resources/orders/rows.ts'
import { convertDown, convertQty, type ProductUnits, unitsIn } from '../../resources/orders/unit-conversion.ts'
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
 * These lines as prices with their period, which is that of their contract where they have none (P3); quantities that the order itself reserves, `own`, count
 * as open.
 */
export function contractPrices(
  { contracts, contractLines }: Read,
  ownQuantities: ReadonlyMap<number, number>,
): RateContractPrice[] {
  const byId = new Map(contracts.map(contract => [contract.id, contract]))
  return contractLines.map(line => {
    const { id, rowVersion, productId, rate, priceUnit, uom } = line
    const { customerId, contractNo, sapContractNo, validFrom, validTo } = byId.get(line.rateContractId)!
    return {
      ...{ id, rowVersion, productId, rate, priceUnit, uom, customerId, contractNo, sapContractNo },
      validFrom: line.lineFrom ?? validFrom,
      validTo: line.lineTo ?? validTo,
      isActive: true,
      openQty: openQtyOf(line, ownQuantities.get(id)),
    }
  })
}

/** The open quantity of a contract line in sales units of its product, rounded down; as it is where the unit is unrelated. */
export function openInSalesUnits(
  { uom }: Pick<RateContractLine, 'uom'>,
  product: ProductUnits,
  openQty: number,
): number {
  const ratio = unitsIn(product, uom, product.uom)
  return ratio ? convertDown(openQty, ratio) : openQty
}

/** Reads how quantities of order lines are converted to the units of these contract lines, in which they are counted. */
export async function calledOffIn(db: Knex, lines: readonly ReservingLine[]): Promise<CalledOff> {
  const ids = lines.flatMap(line => (line.priceSource === 'RATE_CONTRACT' ? [line.priceSourceId] : []))
  if (ids.length === 0) return asOrdered
  const rows: (ProductUnits & { id: number; agreedIn: string })[] = await db('rate_contract_line as line')
    .join('products', 'products.id', 'line.productId')
    .whereIn('line.id', [...new Set(ids)])
    .select(
      'line.id',
      'line.uom as agreedIn',
      'products.uom',
      'products.baseUom',
      'products.uomNumerator',
      'products.uomDenominator',
    )
  const contracts = new Map(rows.map(row => [row.id, row]))
  return (contractLineId, qty, uom) => {
    const contract = contracts.get(contractLineId)
    const ratio = contract && unitsIn(contract, uom, contract.agreedIn)
    return ratio ? convertQty(qty, ratio) : qty
  }
}
