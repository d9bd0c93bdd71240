import type { DistributorCustomer, DistributorProduct, RuleCustomer } from '../rows.ts'
import type { TraceStep } from '../trace.ts'
import { type CandidateStep, firstMatch } from './first-match.ts'
import { rankRows } from './rank-rows.ts'

type Buyer = Pick<RuleCustomer, 'id' | 'code' | 'name' | 'isActive' | 'sapDeleted'> & { isDistributor: boolean }

interface DistributorRows {
  /** Of the ordering customer, and of their distributors. */
  distributorCustomers: readonly DistributorCustomer[]
  distributorProducts: readonly DistributorProduct[]
}

/** Who sells for whom and what, by its keys, made once for all lines. */
export const distributorBook = (rows: DistributorRows) => ({
  customers: Map.groupBy(rows.distributorCustomers, row => `${row.customerId}/${row.sbuId}`),
  products: Map.groupBy(rows.distributorProducts, row => `${row.distributorId}/${row.productId}`),
})

interface DistributorFacts<C extends Buyer> {
  book: ReturnType<typeof distributorBook>
  orderDate: string
  customer: C
  /** The customer's distributors, by id. */
  distributors: ReadonlyMap<number, C>
  product: { id: number; sbuId: number }
}

interface Sold<C> {
  soldTo: C
  /** The only distributor who may sell the product, and cannot: then nobody may (DISTRIBUTOR_EXCLUSIVE). */
  onlyThrough: C | null
  steps: TraceStep[]
}

/**
 * To whom a line is sold: the distributor who serves the customer in the SBU and sells the product, otherwise the
 * customer.
 */
export function soldThrough<C extends Buyer>(facts: DistributorFacts<C>): Sold<C> {
  const { customer, book, product } = facts
  const mapped = customer.isDistributor ? undefined : book.customers.get(`${customer.id}/${product.sbuId}`)
  if (!mapped) return { soldTo: customer, onlyThrough: null, steps: [] }
  let onlyThrough: C | null = null
  const distributorStep: CandidateStep<DistributorFacts<C>, C> = {
    step: 'R1',
    name: 'DISTRIBUTOR',
    evaluate: () =>
      rankRows(mapped, {
        resource: 'dist-cust-mapping',
        columns: ['distributorId', 'customerId', 'sbuId'],
        on: facts.orderDate,
        value: row => distributorOf(facts, row),
        says: row => `${nameOf(distributorOf(facts, row))} serves the customer in this SBU`,
        refuses: row => {
          const distributor = distributorOf(facts, row)
          const sells = sellsIt(facts, row)
          if (!sells) return 'does not sell this product'
          if (distributor.isActive && !distributor.sapDeleted) return undefined
          if (sells.isExclusive) onlyThrough = distributor
          return 'is no longer active'
        },
        missing: 'No distributor serves the customer in this SBU',
      }),
  }
  const { won, steps } = firstMatch([distributorStep], facts)
  return { soldTo: won?.value ?? customer, onlyThrough: won ? null : onlyThrough, steps }
}

const sellsIt = <C extends Buyer>({ book, product, orderDate }: DistributorFacts<C>, row: DistributorCustomer) =>
  book.products
    .get(`${row.distributorId}/${product.id}`)
    ?.find(one => one.isActive && one.validFrom <= orderDate && orderDate <= one.validTo)

function distributorOf<C extends Buyer>(
  { distributors }: DistributorFacts<C>,
  { distributorId }: DistributorCustomer,
): C {
  const distributor = distributors.get(distributorId)
  if (!distributor) throw new Error(`distributor ${distributorId} was not loaded`)
  return distributor
}

const nameOf = ({ code, name }: Buyer) => `${code} ${name}`
