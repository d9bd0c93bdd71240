import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import { cancelledInvoices } from '../orders/ordered.ts'

const DAYS = 90
/** Orders that hold stock from their approval until all of it has left. */
const HOLDING = ['APPROVED', 'CONFIRMED', 'PARTIALLY_DISPATCHED']

/** One row for each product at a plant. */
export const stocksQuery: ReportQuery = (db, { day, ids }) => {
  const stocked = db('stock_level')
    .where('stock_level.isActive', 1)
    .groupBy('stock_level.plantId', 'stock_level.productId')
    .select('stock_level.plantId', 'stock_level.productId')
    .min({ id: 'stock_level.id' })
    .max({ asOn: 'stock_level.asOn' })
    .sum({ unrestrictedQty: 'stock_level.unrestrictedQty' })
    .select(
      db.raw('sum(case when stock_level.unrestrictedQty > 0 then 1 else 0 end) as ??', ['batches']),
      db.raw('min(case when stock_level.unrestrictedQty > 0 then stock_level.expiryDate end) as ??', ['firstExpiry']),
    )
  if (ids)
    stocked.whereIn(
      ['stock_level.plantId', 'stock_level.productId'],
      db('stock_level as wanted')
        .whereIn('wanted.id', [...ids])
        .select('wanted.plantId', 'wanted.productId'),
    )
  const rows = db
    .from(stocked.as('stocked'))
    .select('stocked.*')
    .select(
      db.raw('coalesce((?), 0) as ??', [reserved(db), 'reservedQty']),
      db.raw('(?) as ??', [reorderLevel(db, day), 'reorderLevelQty']),
      db.raw('coalesce((?), 0) as ??', [invoiced(db, day), 'soldQty']),
    )
  // Databases keep a distinct query by itself: each sum is worked out once, not for every column that it is part of.
  if (ids) rows.distinct()
  const available = 'unrestrictedQty - reservedQty'
  return db
    .from(rows.as('figures'))
    .select('id', 'plantId', 'productId', 'batches', 'firstExpiry', 'unrestrictedQty', 'reservedQty', 'reorderLevelQty')
    .select(
      'asOn',
      db.raw(`${available} as ??`, ['availableQty']),
      db.raw(`case when ${available} < reorderLevelQty then 1 else 0 end as ??`, ['isBelowReorder']),
      db.raw(
        `case when soldQty <= 0 then null when ${available} <= 0 then 0 else floor((${available}) * ${DAYS}.0 / soldQty) end as ??`,
        ['coverDays'],
      ),
    )
}

/** Rows of the product of a row at its plant. */
const stockedThere = (rows: Knex.QueryBuilder, table: string) =>
  rows.whereRaw('?? = ?? and ?? = ??', [
    `${table}.plantId`,
    'stocked.plantId',
    `${table}.productId`,
    'stocked.productId',
  ])

/** Open quantities in base units. */
const reserved = (db: Knex) =>
  stockedThere(db('order_line'), 'order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .join('products', 'products.id', 'order_line.productId')
    .whereIn('order.status', HOLDING)
    .whereIn('order_line.lineStatus', ['OPEN', 'PARTIALLY_DISPATCHED'])
    .select(
      db.raw(
        'sum(round((order_line.qty - order_line.dispatchedQty - order_line.cancelledQty) * 1.0 * products.uomNumerator / products.uomDenominator))',
      ),
    )

/** The level at which the CnF of the plant reorders the product. */
const reorderLevel = (db: Knex, day: string) =>
  db('cnf_product_map')
    .join('cnf', 'cnf.id', 'cnf_product_map.cnfId')
    .whereRaw('?? = ?? and ?? = ??', [
      'cnf.plantId',
      'stocked.plantId',
      'cnf_product_map.productId',
      'stocked.productId',
    ])
    .where({ 'cnf_product_map.isActive': 1, 'cnf.isActive': 1 })
    .where('cnf_product_map.validFrom', '<=', day)
    .where('cnf_product_map.validTo', '>=', day)
    .select(db.raw('max(cnf_product_map.reorderLevelQty)'))

/** What the plant invoiced of the product in the last 90 days, in base units. */
const invoiced = (db: Knex, day: string) =>
  stockedThere(db('sale_fact'), 'sale_fact')
    .where('sale_fact.kind', 'INVOICE')
    .whereNotIn('sale_fact.invoiceId', cancelledInvoices(db))
    .where('sale_fact.day', '>', addDays(day, -DAYS))
    .where('sale_fact.day', '<=', day)
    .sum('sale_fact.qty')
