import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { LineFact } from '../../../resources/define/vocabulary.ts'
import type { OrderState } from '../../../resources/trade.ts'

/** A row of a master before the change, if it exists, and after it. */
export interface ChangedRow {
  before?: RowValues | undefined
  row: RowValues
}

/** An order that is not in SAP yet and whose lines match changed rows: the rows and the number of lines. */
export interface AffectedOrder<Changed extends ChangedRow> {
  id: number
  orderNo: string
  status: OrderState
  customer: string
  lines: number
  rows: ReadonlySet<Changed>
}

/** The most lines and orders that are compared, so that the answer comes in reasonable time. */
const MAX_LINES = 2000
const MAX_ORDERS = 300
/** The most open lines that are matched with the rows, newest first. */
const MAX_READ = 20_000
/** A column with more values than this does not filter the query. */
const MAX_VALUES = 1000

/** Orders in these statuses are priced, sourced and routed again when they are corrected, approved or released. */
const OPEN: readonly OrderState[] = ['DRAFT', 'PENDING', 'APPROVED', 'IN_ERROR']

const columns: Record<LineFact, string> = {
  soldToId: 'line.soldToId',
  shipToId: 'order.shipToId',
  productId: 'line.productId',
  materialPricingGroupId: 'products.materialPricingGroupId',
  channelId: 'sold.channelId',
  sbuId: 'products.sbuId',
  stateId: 'ship_to.stateId',
}
const facts = Object.entries(columns).map(([fact, column]) => `${column} as ${fact}`)

type OpenLine = Record<LineFact, number> &
  Pick<AffectedOrder<never>, 'orderNo' | 'status' | 'customer'> & { orderId: number }

/** Open orders with lines that match a row before or after its change, newest first up to the limits, and a count. */
export async function ordersAffectedBy<Changed extends ChangedRow>(
  db: Knex,
  { whatIf }: Resource,
  rows: readonly Changed[],
): Promise<{ orders: AffectedOrder<Changed>[]; named: number }> {
  const fieldFacts = Object.entries(whatIf!.lines) as [string, LineFact][]
  const rowsMatching = matcherFor(fieldFacts, rows)
  const affected = new Map<number, AffectedOrder<Changed> & { rows: Set<Changed> }>()
  let named = 0
  for (const { orderId, orderNo, status, customer, ...line } of await openLines(db, fieldFacts, rows)) {
    const own = rowsMatching(line)
    if (own.length === 0) continue
    named += 1
    if (!affected.has(orderId) && (named > MAX_LINES || affected.size >= MAX_ORDERS)) continue
    const order = affected.get(orderId) ?? {
      id: orderId,
      orderNo,
      status,
      customer,
      lines: 0,
      rows: new Set<Changed>(),
    }
    order.lines += 1
    for (const row of own) order.rows.add(row)
    affected.set(orderId, order)
  }
  return { orders: [...affected.values()], named }
}

/** Returns the rows, of any number, that an open line matches before or after their change; at most 20,000. */
export async function rowsInOpenLines<Changed extends ChangedRow>(
  db: Knex,
  { whatIf }: Resource,
  rows: Iterable<Changed>,
): Promise<Changed[]> {
  const fieldFacts = Object.entries(whatIf!.lines) as [string, LineFact][]
  const lines: Record<LineFact, number>[] = await openLineQuery(db)
    .distinct()
    .select(fieldFacts.map(([, fact]) => `${columns[fact]} as ${fact}`))
  const keysByFacts = new Map<string, Set<string>>()
  const isInLine = (state: RowValues) => {
    const filled = fieldFacts.filter(([field]) => (state[field] ?? null) !== null)
    const facts = filled.map(([, fact]) => fact)
    const keys = keysByFacts.get(facts.join()) ?? new Set(lines.map(line => facts.map(fact => line[fact]).join()))
    keysByFacts.set(facts.join(), keys)
    return keys.has(filled.map(([field]) => state[field]).join())
  }
  const changedRows: Changed[] = []
  for (const row of rows) {
    if (statesOf(row).some(isInLine) && changedRows.push(row) === MAX_READ) break
  }
  return changedRows
}

const statesOf = ({ before, row }: ChangedRow) => (before ? [before, row] : [row])

function openLines(db: Knex, fieldFacts: [string, LineFact][], rows: readonly ChangedRow[]): Promise<OpenLine[]> {
  const lines = openLineQuery(db)
  for (const [field, fact] of fieldFacts) {
    const values = new Set(rows.flatMap(statesOf).map(state => state[field] ?? null))
    if (!values.has(null) && values.size <= MAX_VALUES) lines.whereIn(columns[fact], [...values] as number[])
  }
  return lines
    .orderBy('order.id', 'desc')
    .limit(MAX_READ)
    .select('order.id as orderId', 'order.orderNo', 'order.status', 'customer.name as customer', ...facts)
}

const openLineQuery = (db: Knex) =>
  db('order_line as line')
    .join('order', 'order.id', 'line.orderId')
    .join('products', 'products.id', 'line.productId')
    .join('ship_to', 'ship_to.id', 'order.shipToId')
    .join('customer as sold', 'sold.id', 'line.soldToId')
    .join('customer', 'customer.id', 'order.customerId')
    .where('line.lineStatus', 'OPEN')
    .whereIn('order.status', OPEN)

/** Returns a function that finds the rows which match a line; an empty column of a row matches every line. */
function matcherFor<Changed extends ChangedRow>(fieldFacts: [string, LineFact][], rows: readonly Changed[]) {
  const byFacts = new Map<string, { facts: LineFact[]; rows: Map<string, Set<Changed>> }>()
  for (const changed of rows) {
    for (const state of statesOf(changed)) {
      const filled = fieldFacts.filter(([field]) => (state[field] ?? null) !== null)
      const facts = filled.map(([, fact]) => fact)
      const group = byFacts.get(facts.join()) ?? { facts, rows: new Map<string, Set<Changed>>() }
      byFacts.set(facts.join(), group)
      const key = filled.map(([field]) => state[field]).join()
      group.rows.set(key, (group.rows.get(key) ?? new Set<Changed>()).add(changed))
    }
  }
  return (line: Record<LineFact, number>): Changed[] =>
    [...byFacts.values()].flatMap(({ facts, rows }) => [...(rows.get(facts.map(fact => line[fact]).join()) ?? [])])
}
