import type { Knex } from 'knex'
import { order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { orderStep } from '../../resources/orders/order-step.ts'
import {
  counterDifferences,
  type OrderToReconcile,
  orderDifferences,
  type ReservationCounter,
} from '../../resources/orders/reconciliation.ts'
import { reservation } from '../../resources/orders/reservation.ts'
import type { ReservationKind } from '../../resources/orders/reserved-quantities.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { calledOffIn } from '../masters/contract-prices.ts'
import { type Book, MOST_DIFFERENCES } from '../platform/books.ts'

const PAGE = 500

/** Inconsistencies of orders, lines, history, messages and reserved quantities, by pages: at most 1,000 sentences. */
export async function findDifferences(db: Knex): Promise<string[]> {
  const differences: string[] = []
  for (let after = 0; differences.length < MOST_DIFFERENCES; ) {
    const orders = await rowsOf(db, order, rows => rows.where('id', '>', after).orderBy('id').limit(PAGE))
    const last = orders.at(-1)
    if (!last) break
    differences.push(...(await loadBookedOrders(db, orders)).flatMap(orderDifferences))
    after = last.id
  }
  return [...counterDifferences(await countersOf(db)), ...differences].slice(0, MOST_DIFFERENCES)
}

/** Orders beside their lines, history, messages and what they reserve. */
export const orderBook: Book = {
  name: 'books',
  at: '04:30',
  about: 'Orders differ from themselves',
  differences: findDifferences,
}

async function loadBookedOrders(db: Knex, orders: readonly OrderToBook[]): Promise<OrderToReconcile[]> {
  const ids = orders.map(({ id }) => id)
  const ofOrders = (rows: Knex.QueryBuilder) => rows.whereIn('orderId', ids).orderBy('id')
  const all = await rowsOf(db, orderLine, ofOrders)
  const lines = Map.groupBy(all, ({ orderId }) => orderId)
  const calledOff = await calledOffIn(db, all)
  const steps = Map.groupBy(await rowsOf(db, orderStep, ofOrders), ({ orderId }) => orderId)
  const held = Map.groupBy(await rowsOf(db, reservation, ofOrders), ({ orderId }) => orderId)
  const sent: { ownerId: number; status: string }[] = await db('sap_outbox')
    .where({ ownerType: 'ORDER', messageType: 'ORDER_CREATE' })
    .whereIn('ownerId', ids)
    .select('ownerId', 'status')
  const messages = Map.groupBy(sent, ({ ownerId }) => ownerId)
  return orders.map(row => ({
    order: row,
    lines: lines.get(row.id) ?? [],
    steps: steps.get(row.id) ?? [],
    messages: (messages.get(row.id) ?? []).map(({ status }) => status),
    reservations: held.get(row.id) ?? [],
    calledOff,
  }))
}

type OrderToBook = OrderToReconcile['order'] & { id: number }

const COUNTERS = ['uses', 'heldQty', 'usedQty'] as const
type Columns = { readonly [name in (typeof COUNTERS)[number]]?: string }

/** The table, the name column and the counter columns of each kind of reservation. */
const countedKinds: readonly (Columns & { kind: ReservationKind; table: string; name: string })[] = [
  { kind: 'CONTRACT', table: 'rate_contract_line', name: 'id', heldQty: 'reservedQty', usedQty: 'consumedQty' },
  { kind: 'PROMO', table: 'channel_product_promocode', name: 'promoCode', uses: 'usedCount' },
  { kind: 'EUD', table: 'eud_document', name: 'eudNo', heldQty: 'reservedQty', usedQty: 'usedQty' },
]

async function countersOf(db: Knex): Promise<ReservationCounter[]> {
  const counters: ReservationCounter[] = []
  for (const { kind, table, name, ...columns } of countedKinds) {
    const sums = await db('reservation')
      .where({ kind })
      .groupBy('heldOf')
      .select('heldOf')
      .sum({ uses: 'uses', heldQty: 'heldQty', usedQty: 'usedQty' })
    const heldOf = new Map(sums.map((row: Record<string, unknown>) => [row.heldOf, row]))
    for (const row of await db(table))
      counters.push({ kind, name: `${kind} ${row[name]}`, ...countedAndReserved(row, columns, heldOf.get(row.id)) })
  }
  return counters
}

function countedAndReserved(row: Record<string, unknown>, columns: Columns, sums: Record<string, unknown> = {}) {
  const each = (value: (name: (typeof COUNTERS)[number]) => unknown) => ({
    uses: Number(value('uses') ?? 0),
    heldQty: Number(value('heldQty') ?? 0),
    usedQty: Number(value('usedQty') ?? 0),
  })
  return { recorded: each(name => columns[name] && row[columns[name]]), reserved: each(name => sums[name]) }
}
