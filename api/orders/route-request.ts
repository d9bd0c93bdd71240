import type { Product } from '../../resources/masters/products.ts'
import type { RateContract } from '../../resources/masters/rate-contract-customer.ts'
import type { RateContractLine } from '../../resources/masters/rate-contract-line.ts'
import type { CreditFacts } from '../../resources/orders/approvals/credit.ts'
import type { RouteContract, RouteLine, RouteOrder } from '../../resources/orders/approvals/route-rows.ts'
import { whyContractLost } from '../../resources/orders/terms/grounds.ts'
import type { RouteRequest } from './approvals/find-route.ts'

type AssembledFields = 'lines' | 'contracts' | 'credit' | 'order'
type MasterFields = 'customer' | 'channel' | 'orderType' | 'zoneId' | 'instructions'

/** An order, saved or previewed, with the rows that its approval route depends on. */
export interface OrderToRoute extends Omit<RouteRequest, AssembledFields>, Pick<RouteOrder, MasterFields> {
  order: Omit<RouteRequest['order'], MasterFields>
  /** The day whose prices count. */
  orderDate: string
  payer: CreditFacts['payer']
  credit: Omit<CreditFacts, 'payer'>
  lines: readonly Omit<RouteLine, 'nidId' | 'mvgr1Id' | 'isMultiplexingKit'>[]
  products: ReadonlyMap<number, Pick<Product, 'nidId' | 'mvgr1Id' | 'isMultiplexingKit'>>
  contracts: readonly RateContract[]
  contractLines: readonly RateContractLine[]
  /** The open quantity of a contract line without this order's own reservation; in thousandths. */
  openQtyOf: (line: RateContractLine) => number
}

/** The facts that routing an order needs, lines sorted by number: the same order always gives the same route. */
export function toRouteRequest(facts: OrderToRoute): RouteRequest {
  const { order, orderDate, payer, credit, lines, products, contracts, contractLines, openQtyOf, ...rest } = facts
  const { customer, channel, orderType, zoneId, instructions, ...unchanged } = rest
  const contractOf = new Map(contracts.map(row => [row.id, row]))
  return {
    ...unchanged,
    order: { ...order, customer, channel, orderType, zoneId, instructions },
    credit: { payer, ...credit },
    lines: [...lines]
      .sort((a, b) => a.lineNo - b.lineNo)
      .map(line => {
        const { nidId, mvgr1Id, isMultiplexingKit } = products.get(line.productId)!
        return { ...line, nidId, mvgr1Id, isMultiplexingKit, dates: [...line.dates].sort() }
      }),
    contracts: new Map(
      contractLines.map((line): [number, RouteContract] => {
        const contract = contractOf.get(line.rateContractId)!
        const lost = whyContractLost(contract, line, orderDate)
        return [line.id, { ...contract, line, openQty: openQtyOf(line), lost }]
      }),
    ),
  }
}
