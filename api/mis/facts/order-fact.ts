import type { Knex } from 'knex'
import {
  type OrderFact,
  type OrderSum,
  orderFactsOf,
  orderSumsOf,
  type ScheduleFact,
  scheduleFactsOf,
} from '../../../resources/mis/orders/ordered-line.ts'
import { beforeCommit } from '../../platform/before-commit.ts'
import type { Period } from '../../platform/books.ts'
import { transact } from '../../platform/transact.ts'
import { countedOrders } from './counted-orders.ts'
import { eventsOfOrders } from './order-events.ts'

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

/** Counts the orders of these lines, deliveries or steps, at the end of the transaction that changed them. */
export const partsChanged = (trx: Knex, rows: readonly object[]) =>
  beforeCommit(
    trx,
    countOrders,
    rows.map(row => Number((row as { orderId: unknown }).orderId)),
  )

/** Writes the facts of orders as their lines now give them, in the transaction that changed these. */
export async function countOrders(trx: Knex, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  const orders = await countedOrders(trx, orderIds)
  await keep(trx, 'order_fact', 'id', orderIds, orders.flatMap<OrderFact>(orderFactsOf))
  await keep(trx, 'schedule_fact', 'id', orderIds, orders.flatMap<ScheduleFact>(scheduleFactsOf))
  await keep(trx, 'order_sum', 'orderId', orderIds, orders.flatMap<OrderSum>(orderSumsOf))
  await keep(trx, 'order_event_fact', 'id', orderIds, await eventsOfOrders(trx, orderIds))
}

/** Makes the facts of orders in a table what they now are, and writes no row that is as it was. */
async function keep<Fact extends { orderId: number }>(
  trx: Knex,
  table: string,
  key: keyof Fact & string,
  orderIds: readonly number[],
  facts: readonly Fact[],
): Promise<void> {
  const storedFacts: Fact[] = await trx(table)
    .whereIn('orderId', [...orderIds])
    .select('*')
  const before = new Map(storedFacts.map(fact => [fact[key], fact]))
  const gone = new Set(before.keys())
  for (const fact of facts) gone.delete(fact[key])
  if (gone.size > 0)
    await trx(table)
      .whereIn(key, [...gone] as number[])
      .delete()
  const changed = facts.filter(fact => differs(fact, before.get(fact[key])))
  for (let from = 0; from < changed.length; from += ROWS)
    // A rebuild may have written the same rows meanwhile.
    await trx(table)
      .insert(changed.slice(from, from + ROWS) as object[])
      .onConflict(key)
      .merge()
}

const differs = <Fact extends object>(now: Fact, before: Fact | undefined) =>
  !before || (Object.keys(now) as (keyof Fact)[]).some(name => now[name] !== before[name])

/** Counts the orders of a period of business days anew; with no period, all. Returns how many were read. */
export async function rebuildOrders(db: Knex, period: Period = {}): Promise<number> {
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
  for (const table of ['order_sum', 'schedule_fact', 'order_event_fact'])
    await db(table)
      .whereNotExists(
        db('order')
          .whereRaw('?? = ??', ['order.id', `${table}.orderId`])
          .select(db.raw('1')),
      )
      .delete()
  return ofPeriod.length
}
