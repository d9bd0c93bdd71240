import type { Product } from '../../resources/masters/products.ts'
import type { RateContract } from '../../resources/masters/rate-contract-customer.ts'
import type { RateContractLine } from '../../resources/masters/rate-contract-line.ts'
import type { CreditFacts } from '../../resources/orders/approvals/credit.ts'
import type { RouteContract, RouteLine, RouteOrder } from '../../resources/orders/approvals/route-rows.ts'
import type { RouteAsked } from './approvals/find-route.ts'

type Given = 'lines' | 'contracts' | 'credit' | 'order'
type OfMasters = 'customer' | 'channel' | 'orderType' | 'zoneId' | 'instructions'

/** An order, saved or only planned, and the rows from which its approvals are found. */
export interface OrderToRoute extends Omit<RouteAsked, Given>, Pick<RouteOrder, OfMasters> {
  order: Omit<RouteAsked['order'], OfMasters>
  payer: CreditFacts['payer']
  credit: Omit<CreditFacts, 'payer'>
  lines: readonly Omit<RouteLine, 'nidId' | 'mvgr1Id' | 'isMultiplexingKit'>[]
  products: ReadonlyMap<number, Pick<Product, 'nidId' | 'mvgr1Id' | 'isMultiplexingKit'>>
  contracts: readonly RateContract[]
  contractLines: readonly RateContractLine[]
  /** What is open of a contract line besides this order; in thousandths. */
  openQtyOf: (line: RateContractLine) => number
}

/** Assembles what the routing asks of an order; the lines by number, so that the same order always asks the same. */
export function routeAsked(given: OrderToRoute): RouteAsked {
  const { order, payer, credit, lines, products, contracts, contractLines, openQtyOf, ...rest } = given
  const { customer, channel, orderType, zoneId, instructions, ...asked } = rest
  const contractOf = new Map(contracts.map(row => [row.id, row]))
  return {
    ...asked,
    order: { ...order, customer, channel, orderType, zoneId, instructions },
    credit: { payer, ...credit },
    lines: [...lines]
      .sort((a, b) => a.lineNo - b.lineNo)
      .map(line => {
        const { nidId, mvgr1Id, isMultiplexingKit } = products.get(line.productId)!
        return { ...line, nidId, mvgr1Id, isMultiplexingKit, dates: [...line.dates].sort() }
      }),
    contracts: new Map(
      contractLines.map((line): [number, RouteContract] => [
        line.id,
        { ...contractOf.get(line.rateContractId)!, line, openQty: openQtyOf(line) },
      ]),
    ),
  }
}
