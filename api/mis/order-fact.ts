import type { Knex } from 'knex'
import { rupees } from '../../resources/define/show.ts'
import { type CountedOrder, type OrderFact, orderFactsOf } from '../../resources/mis/ordered-line.ts'
import { beforeCommit } from '../platform/before-commit.ts'
import { isSqlite } from '../platform/database.ts'
import { transact } from '../platform/transact.ts'

/** Orders in one transaction of a rebuild, short enough that nobody waits for it. */
const BATCH = 200
/** Rows of facts in one statement. */
const ROWS = 200

/** Counts what these rows of `order` are, at the end of the transaction that changed them. */
export const ordersChanged = (trx: Knex, rows: readonly { id: number }[]) =>
  beforeCommit(
    trx,
    countOrders,
    rows.map(({ id }) => id),
  )

/** Counts the orders of these lines or deliveries, at the end of the transaction that changed them. */
export const partsChanged = (trx: Knex, rows: readonly object[]) =>
  beforeCommit(
    trx,
    countOrders,
    rows.map(row => Number((row as { orderId: unknown }).orderId)),
  )

/** Writes the facts of orders as their lines now give them, in the transaction that changed these. */
export async function countOrders(trx: Knex, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  const known: (OrderFact & { id: number })[] = await trx('order_fact')
    .whereIn('orderId', [...orderIds])
    .select('*')
  const orders = await countedOrders(trx, orderIds)
  const facts = orders.flatMap(orderFactsOf)
  const before = new Map(known.map(fact => [fact.orderLineId, fact]))
  const gone = new Set(before.keys())
  for (const { orderLineId } of facts) gone.delete(orderLineId)
  const ids = known.filter(({ orderLineId }) => gone.has(orderLineId)).map(({ id }) => id)
  if (ids.length > 0) await trx('order_fact').whereIn('id', ids).delete()
  const changed = facts.filter(fact => differs(fact, before.get(fact.orderLineId)))
  for (let from = 0; from < changed.length; from += ROWS)
    // A rebuild may have written the same rows meanwhile.
    await trx('order_fact')
      .insert(changed.slice(from, from + ROWS))
      .onConflict('orderLineId')
      .merge()
}

const differs = (fact: OrderFact, before: OrderFact | undefined) =>
  !before || (Object.keys(fact) as (keyof OrderFact)[]).some(name => fact[name] !== before[name])

type Line = CountedOrder['lines'][number] & { orderId: number }

const ORDER_COLUMNS = [
  'id',
  'status',
  'orderDate',
  'customerId',
  'soldToId',
  'sbuId',
  'channelId',
  'placedById',
  'requestedDeliveryDate',
  'zoneId',
  'zoneAreaId',
  'customerSegmentId',
  'clusterCode',
  'salesEmployeeId',
] as const

const LINE_COLUMNS = [
  'id',
  'orderId',
  'lineStatus',
  'productId',
  'plantId',
  'qty',
  'uom',
  'priceUnit',
  'listPrice',
  'priceSource',
  'defaultDiscountPct',
  'promoDiscountValue',
  'netValue',
  'grossValue',
  'cancelledQty',
  'invoicedQty',
] as const

/** Reads orders that count, or may have counted, with what decides their facts. */
async function countedOrders(trx: Knex, ids: readonly number[]): Promise<CountedOrder[]> {
  // What is read here is held until the end, so that of two who count at once the second sees what the first wrote.
  const orders: Omit<CountedOrder, 'lines'>[] = await trx('order')
    .whereIn('id', [...ids])
    .orderBy('id')
    .select(...ORDER_COLUMNS)
    .forUpdate()
  const submitted = orders.filter(({ status }) => status !== 'DRAFT').map(({ id }) => id)
  if (submitted.length === 0) return []
  const lines = await heldLines(trx, submitted)
  const due: { orderLineId: number; dueDay: string }[] = await trx('schedule_line')
    .whereIn('orderId', submitted)
    .groupBy('orderLineId')
    .select('orderLineId')
    .max({ dueDay: 'requestedDate' })
  const dueDays = new Map(due.map(({ orderLineId, dueDay }) => [orderLineId, dueDay]))
  const ofOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  return orders.map(order => ({
    ...order,
    lines: (ofOrder.get(order.id) ?? []).map(line => ({ ...line, dueDay: dueDays.get(line.id) ?? null })),
  }))
}

async function heldLines(trx: Knex, orderIds: readonly number[]): Promise<Line[]> {
  const of = trx('order_line').whereIn('orderId', [...orderIds])
  if (isSqlite(trx)) return of.orderBy('id').select(...LINE_COLUMNS)
  // By their ids: a search would hold the gaps between the lines of other orders, too.
  const ids: number[] = await of.pluck('id')
  return ids.length === 0
    ? []
    : trx('order_line')
        .whereIn('id', ids)
        .orderBy('id')
        .select(...LINE_COLUMNS)
        .forUpdate()
}

/** Counts the orders of a period of business days anew; with no period, all. Returns how many were read. */
export async function rebuildOrders(db: Knex, period: { from?: string; to?: string } = {}): Promise<number> {
  const { from = '0000-01-01', to = '9999-12-31' } = period
  const within = (rows: Knex.QueryBuilder, column: string) =>
    period.from || period.to ? rows.whereBetween(column, [from, to]) : rows
  const ofPeriod: number[] = await within(db('order'), 'orderDate').pluck('id')
  const counted: number[] = await within(db('order_fact'), 'day').distinct('orderId').pluck('orderId')
  const ids = [...new Set([...ofPeriod, ...counted])].sort((one, other) => one - other)
  for (let at = 0; at < ids.length; at += BATCH)
    await transact(db, trx => countOrders(trx, ids.slice(at, at + BATCH)), 'latest')
  await db('order_fact')
    .whereBetween('day', [from, to])
    .whereNotExists(db('order').whereRaw('?? = ??', ['order.id', 'order_fact.orderId']).select(db.raw('1')))
    .delete()
  return ofPeriod.length
}

/** What is compared of each month. */
const SUMS = ['qty', 'cancelledQty', 'invoicedQty', 'listValue', 'netValue', 'grossValue', 'discountValue'] as const
type MonthSum = { month: string; count: number } & Record<(typeof SUMS)[number], number>

/** Where the orders of a month differ from their lines, a sentence each. */
export async function orderDifferences(db: Knex): Promise<string[]> {
  const counted = await monthSums(db, db('order_fact').select('day', ...SUMS))
  const ordered = await monthSums(db, detail(db))
  const months = [...new Set([...counted.keys(), ...ordered.keys()])].toSorted()
  return months.flatMap(month => {
    const [fact, line] = [counted.get(month), ordered.get(month)]
    if (fact && line && ['count' as const, ...SUMS].every(name => fact[name] === line[name])) return []
    return [
      `Orders of ${month}: ${rupees(fact?.netValue ?? 0)} in ${fact?.count ?? 0} rows are counted, and the orders have ${rupees(line?.netValue ?? 0)} in ${line?.count ?? 0} lines${fact && line && fact.netValue === line.netValue ? ', with other quantities or discounts' : ''}`,
    ]
  })
}

async function monthSums(db: Knex, rows: Knex.QueryBuilder): Promise<Map<string, MonthSum>> {
  const sums: Record<string, unknown>[] = await db
    .from(rows.as('ordered'))
    .groupByRaw('substr(day, 1, 7)')
    .select(db.raw('substr(day, 1, 7) as ??', ['month']))
    .sum(Object.fromEntries(SUMS.map(name => [name, name])))
    .count({ count: '*' })
  const number = (row: Record<string, unknown>, name: string) => Number(row[name])
  return new Map(
    sums.map(row => [
      String(row.month),
      {
        month: String(row.month),
        count: number(row, 'count'),
        ...(Object.fromEntries(SUMS.map(name => [name, number(row, name)])) as Record<(typeof SUMS)[number], number>),
      },
    ]),
  )
}

/** The lines that count as ordered, from the orders alone: the rule of `orderFactsOf` once more, in SQL. */
function detail(db: Knex): Knex.QueryBuilder {
  const list = 'round(order_line.listPrice * 1.0 * order_line.qty / (1000 * order_line.priceUnit))'
  return db('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .whereNotIn('order.status', ['DRAFT', 'REJECTED', 'DELETED', 'DEAD'])
    .whereNotIn('order_line.lineStatus', ['REJECTED', 'DELETED'])
    .select('order.orderDate as day')
    .select(['qty', 'cancelledQty', 'invoicedQty', 'netValue', 'grossValue'].map(name => `order_line.${name}`))
    .select(db.raw(`${list} as ??`, ['listValue']))
    .select(
      db.raw(`case when ${list} > order_line.netValue then ${list} - order_line.netValue else 0 end as ??`, [
        'discountValue',
      ]),
    )
}

/** Compares the orders of each month with their lines, nightly; throws where they differ, so that it appears in the job log. */
export async function compareOrders(db: Knex): Promise<number> {
  const first = await orderDifferences(db)
  // An order that is being saved differs for a moment only.
  const lasting = first.length > 0 ? (await orderDifferences(db)).filter(one => first.includes(one)) : []
  if (lasting.length > 0)
    throw new Error(
      `Orders differ from their lines in ${lasting.length} months; npm run rebuild-facts counts them again. ${lasting.slice(0, 3).join('. ')}`,
    )
  return 0
}
