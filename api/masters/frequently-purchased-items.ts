import type { Knex } from 'knex'
import { addDays } from '../../resources/define/dates.ts'
import { type FrequentItem, frequentlyPurchasedItems } from '../../resources/masters/frequently-purchased-items.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { rowsOf, whereValidOn } from '../derive/rows-of.ts'
import { type Author, systemAuthor } from '../derive/save/author.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { transact } from '../platform/transact.ts'

/** The days over which orders are counted, from how many a product is frequent, and how many products are shown. */
const DAYS = 180
const LEAST = 3
const MOST = 50
/** How many customers are counted in one transaction. */
const AT_ONCE = 100

interface Counted {
  customerId: number
  productId: number
  orders: number
  lastOrderedOn: string
}

/** Pins an item in the list whatever the count says, or unpins it. */
export const pin =
  (source: 'PINNED' | 'COMPUTED'): ActionHandler =>
  async (trx, { resource, rows, author }) => {
    for (const row of rows) await updateRow(trx, resource, row, { source }, author)
    return undefined
  }

/**
 * Counts what customers ordered in the last 180 days: products of three orders or more are listed, at most 50 a
 * customer; pinned items stay and get their count; products no longer ordered are removed. Returns how many rows
 * changed.
 */
export async function countFrequentItems(db: Knex): Promise<number> {
  const author = systemAuthor('nightly count')
  const counted = Map.groupBy(await ordered(db), ({ customerId }) => customerId)
  const listed: number[] = await db('frequently_purchased_items').where('isActive', 1).distinct().pluck('customerId')
  const customers = [...new Set([...counted.keys(), ...listed])]
  let changed = 0
  // In portions, so that orders placed meanwhile do not wait for the whole count.
  for (let start = 0; start < customers.length; start += AT_ONCE) {
    const some = customers.slice(start, start + AT_ONCE)
    changed += await transact(db, trx =>
      recount(
        trx,
        some,
        some.flatMap(id => counted.get(id) ?? []),
        author,
      ),
    )
  }
  return changed
}

async function recount(trx: Knex, customers: number[], counted: Counted[], author: Author): Promise<number> {
  const listed = await rowsOf(trx, frequentlyPurchasedItems, rows =>
    rows.where('isActive', 1).whereIn('customerId', customers),
  )
  const counts = new Map(counted.map(row => [keyOf(row), row]))
  const frequent = [...Map.groupBy(counted, ({ customerId }) => customerId).values()].flatMap(mostFrequent)
  const changes = listed.flatMap(row => {
    const stays = row.source === 'PINNED' || frequent.some(often => keyOf(often) === keyOf(row))
    const changed = stays ? changesOf(row, counts.get(keyOf(row))) : { isActive: false }
    return changed ? [{ row, changed }] : []
  })
  for (const { row, changed } of changes) await updateRow(trx, frequentlyPurchasedItems, row, changed, author)
  const listedKeys = new Set(listed.map(keyOf))
  const fresh = frequent
    .filter(row => !listedKeys.has(keyOf(row)))
    .map(({ orders, ...row }) => ({
      ...row,
      source: 'COMPUTED' as const,
      orderCount180d: orders,
      defaultQty: 1000,
      sortNo: 100,
    }))
  await insertRows(trx, frequentlyPurchasedItems, fresh, author)
  return changes.length + fresh.length
}

const keyOf = (row: { customerId: number; productId: number }) => `${row.customerId}/${row.productId}`

/** The products to list, of what one customer ordered. */
const mostFrequent = (own: Counted[]) =>
  own
    .filter(({ orders }) => orders >= LEAST)
    .sort((a, b) => b.orders - a.orders)
    .slice(0, MOST)

/** The changes that the count makes to a row that stays, or undefined. */
function changesOf(row: FrequentItem, count: Counted | undefined): Partial<FrequentItem> | undefined {
  const { orders: orderCount180d = 0, lastOrderedOn = row.lastOrderedOn } = count ?? {}
  return orderCount180d === row.orderCount180d && lastOrderedOn === row.lastOrderedOn
    ? undefined
    : { orderCount180d, lastOrderedOn }
}

/** In how many orders customers ordered a product, without perennial non-available items. */
async function ordered(db: Knex): Promise<Counted[]> {
  const day = today()
  const counts: Counted[] = await db('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .join('products', 'products.id', 'order_line.productId')
    .where('order.orderDate', '>', addDays(day, -DAYS))
    .whereNotIn('order.status', ['DRAFT', 'REJECTED', 'CANCELLED', 'DEAD', 'DELETED'])
    .whereNotIn('order_line.lineStatus', ['REJECTED', 'CANCELLED', 'DELETED'])
    .where({ 'products.isActive': 1, 'products.isOrderable': 1, 'products.sapDeleted': 0 })
    .whereNotIn('order_line.productId', blockedProducts(db, day))
    .groupBy('order.customerId', 'order_line.productId')
    .select('order.customerId', 'order_line.productId')
    .countDistinct({ orders: 'order.id' })
    .max({ lastOrderedOn: 'order.orderDate' })
  return counts.map(row => ({ ...row, orders: Number(row.orders) }))
}

/** Products that cannot be ordered from any plant on a day. */
export const blockedProducts = (db: Knex, day: string) =>
  whereValidOn(db('perennial_non_available_items').where({ plantId: null, action: 'BLOCK' }), day).select('productId')
