import type { Knex } from 'knex'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { usualHours } from '../../../resources/orders/approvals/usual-hours.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { orderInput } from '../../../resources/orders/sent-order.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import type { OrderToSimulate } from '../../../resources/orders/what-if/commands.ts'
import type { Simulation } from '../../../resources/orders/what-if/simulation.ts'
import { type Placer, placedByAccountOwner, placedByCustomer } from '../../../resources/orders/what-if/simulators.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { type RewindSelection, type RewoundRow, rewind } from '../../derive/history/rewind.ts'
import { readableBy } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { today } from '../../platform/clock.ts'
import { demandAccounts } from '../account-sbus.ts'
import { pastTasks } from '../approvals/past-tasks.ts'
import { customerToSimulateFor } from '../pad/order-customers.ts'
import { loadOrderFacts } from '../quote/order-facts.ts'
import type { QuoteReader } from '../quote/quote-reader.ts'
import { answerQuote } from '../quote/quotes.ts'
import { dryRun } from './change-impact.ts'

/** The masters on which price, source, checks and route of an order depend. */
const MASTERS = [
  ...['products', 'customer', 'ship-to', 'plant', 'cnf', 'cnf-state', 'toll-center', 'central-warehouse', 'sbu'],
  ...['channel', 'zone', 'order-type', 'department', 'reason-code', 'app-setting', 'material-pricing-group'],
  ...['product-price', 'product-discount', 'cust-shipto-prod-price', 'customer-wise-product-wise-price'],
  ...['rate-contract-customer', 'rate-contract-line', 'channel-product-promocode', 'productwise-limit-price'],
  ...['zone-wise-asp', 'article-freight', 'customer-segment-map', 'customer-annexure', 'customer-department-map'],
  ...['allow-ordertype-department', 'dist-cust-mapping', 'distributor-product-map', 'peso-products'],
  ...['product-wise-toll-center', 'distributor-product-cnf-mapping', 'channel-product-cnf', 'cnf-product-map'],
  ...['cnf-excluded-items', 'sbu-wise-cnf', 'default-supply-plant', 'perennial-non-available-items'],
  ...['block-customer-order-creation', 'shipping-instructions', 'product-enduser-document'],
  ...['expected-delivery-days', 'holiday', 'approving-limits', 'csc-approver', 'employee', 'assign-roles'],
  ...['sbu-employee-map'],
].map(resourceNamed)

/**
 * Quotes an order of any day, with the usual duration of its approvals. A past day uses the masters of that day, or with
 * `masters: 'NOW'` the current ones; stock, credit and promotion uses are always current. Writes nothing.
 */
export async function simulateSent(
  db: Knex,
  { orderDate, placedBy, masters, ...sent }: OrderToSimulate,
  person: Person,
): Promise<Simulation> {
  const input = orderInput(sent, person)
  await customerToSimulateFor(db, person, input.customerId)
  const trial = { input, orderDate, person, placedBy }
  const byNow = async (masters: 'NOW' | 'UNKNOWN') => ({ ...(await simulate(db, trial)), masters, changedSince: null })
  if (masters === 'NOW' || orderDate >= today()) return byNow('NOW')
  // The masters from before this customer existed cannot be reconstructed.
  if (!(await customerExistedOn(db, input.customerId, orderDate))) return byNow('UNKNOWN')
  return dryRun(db, async trx => {
    const rewound = await mastersAsOf(trx, input, orderDate)
    const quoted = await simulate(trx, trial)
    const past = { ...quoted, masters: 'THEN' as const, changedSince: null }
    if (person.userType !== 'EMPLOYEE') return past
    const traces = [
      ...quoted.lines.flatMap(({ priceTrace, sourceTrace }) => [priceTrace, sourceTrace]),
      ...quoted.approvals.map(({ trace }) => trace),
    ]
    return { ...past, changedSince: rowsUsedBy(rewound, traces) }
  })
}

interface Trial {
  input: OrderInput
  orderDate: string
  person: Person
  placedBy: Placer
}

async function simulate(
  db: Knex,
  { input, orderDate, person, placedBy }: Trial,
): Promise<Omit<Simulation, 'masters' | 'changedSince'>> {
  const placer: Record<Placer, QuoteReader['placedBy']> = {
    ME: () => person,
    CUSTOMER: () => placedByCustomer,
    ACCOUNT_OWNER: placedByAccountOwner,
  }
  const facts = await loadOrderFacts(db, input, orderDate)
  await demandAccounts(db, person, facts, input.lines)
  const quoted = await answerQuote(db, facts, input, { person, placedBy: placer[placedBy], reads: readableColumns })
  const usual = usualHours(await pastTasks(db, [...facts.sbus.keys()]))
  return {
    ...quoted,
    orderDate,
    // A simulation has no purchase order.
    faults: quoted.faults.filter(({ code }) => !code.startsWith('PO_')),
    approvals: quoted.approvals.map(({ sbuId, ...ahead }) => ({
      ...ahead,
      usual: usual.get(`${sbuId}/${ahead.step}`) ?? null,
    })),
  }
}

/** The readable columns; people who maintain masters read no orders and see the columns that employees see. */
const readableColumns = (person: Person, resource: Resource) =>
  person.ability.can('read', resource.path) ? readableBy(person, resource) : readableNames(resource)

/** The last instant of a business day. */
const endOf = (day: string) => new Date(Date.parse(instantOf(addDays(day, 1))) - 1).toISOString()

/** Whether the customer existed at the end of a day; earlier masters cannot be reconstructed. */
async function customerExistedOn(db: Knex, customerId: number, day: string): Promise<boolean> {
  const row: { createdAt: string } | undefined = await db('customer').where({ id: customerId }).first('createdAt')
  return row !== undefined && row.createdAt <= endOf(day)
}

/**
 * Resets the masters that an order of these lines depends on to the end of a day. The caller rolls the transaction
 * back. Returns the rows that were reset.
 */
async function mastersAsOf(trx: Knex.Transaction, { customerId, shipToId, lines }: OrderInput, day: string) {
  const distributors: number[] = await trx('dist_cust_mapping').where({ customerId }).pluck('distributorId')
  const productIds = lines.map(({ productId }) => productId)
  const keys = { productId: productIds, customerId: [customerId, ...distributors], shipToId: [shipToId] }
  const own = { products: productIds, customer: keys.customerId, 'ship-to': keys.shipToId }
  const rewindings = MASTERS.map(
    (resource): RewindSelection => ({
      resource,
      narrow: rows => {
        if (resource.name in own) rows.whereIn('id', own[resource.name as keyof typeof own])
        for (const [name, ids] of Object.entries(keys))
          if (name in resource.fields && !(resource.name in own))
            rows.where(any => any.whereNull(name).orWhereIn(name, ids))
        return rows
      },
    }),
  )
  return rewind(trx, rewindings, endOf(day))
}

/** The reset rows that these traces name. */
function rowsUsedBy(rewound: readonly RewoundRow[], traces: readonly (Trace | null)[]): RewoundRow[] {
  const usedKeys = new Set(
    traces.flatMap(trace => (trace?.steps ?? []).map(({ row }) => row && `${row.resource}/${row.id}`)),
  )
  return rewound.filter(({ resource, id }) => usedKeys.has(`${resource}/${id}`))
}
