import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import type { Book } from '../../platform/books.ts'
import { countInProgress } from '../../platform/reports/counting.ts'
import { eventDifferences } from './order-events.ts'
import { rebuildOrders } from './order-fact.ts'

/** What is compared of each month. */
const SUMS = [
  ...['qty', 'cancelledQty', 'invoicedQty', 'deliveredQty'],
  ...['listValue', 'netValue', 'discountValue', 'soldValue'],
] as const
type MonthSum = { month: string; count: number } & Record<(typeof SUMS)[number], number>

/** Where the orders of a month differ from their lines, a sentence each. */
export async function orderDifferences(db: Knex): Promise<string[]> {
  const counted = await monthSums(db, facts(db))
  const ordered = await monthSums(db, detail(db))
  const months = [...new Set([...counted.keys(), ...ordered.keys()])].toSorted()
  return months.flatMap(month => {
    const [fact, line] = [counted.get(month), ordered.get(month)]
    if (fact && line && isSame(fact, line)) return []
    return [
      `Orders of ${month}: ${rupees(fact?.netValue ?? 0)} in ${fact?.count ?? 0} rows are counted, and the orders have ${rupees(line?.netValue ?? 0)} in ${line?.count ?? 0} lines${fact && line && fact.netValue === line.netValue ? ', with other quantities or discounts' : ''}`,
    ]
  })
}

/** Parts that were converted from other units are rounded one by one: each may be a thousandth off. */
const isSame = (fact: MonthSum, line: MonthSum) =>
  ['count' as const, ...SUMS].every(
    name => Math.abs(fact[name] - line[name]) <= (name === 'deliveredQty' ? line.count : 0),
  )

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

const facts = (db: Knex) =>
  db('order_fact')
    .leftJoin(
      db('schedule_fact')
        .groupBy('orderLineId')
        .select('orderLineId')
        .sum({ deliveredQty: 'deliveredQty' })
        .as('given'),
      'given.orderLineId',
      'order_fact.orderLineId',
    )
    .select('day', ...SUMS.filter(name => name !== 'deliveredQty'))
    .select(db.raw('coalesce(given.deliveredQty, 0) as ??', ['deliveredQty']))

/** The lines that count as ordered, from the documents alone: the rules of the facts once more, in SQL. */
function detail(db: Knex): Knex.QueryBuilder {
  const list = 'round(order_line.listPrice * 1.0 * order_line.qty / (1000 * order_line.priceUnit))'
  const least = (one: string, other: string) => `case when ${one} < ${other} then ${one} else ${other} end`
  const cancelled = `case when order_line.lineStatus = 'CANCELLED' or \`order\`.status = 'CANCELLED'
    then case when order_line.invoicedQty < order_line.qty then order_line.qty - order_line.invoicedQty else 0 end
    else order_line.cancelledQty end`
  const asked = least('coalesce(asked.qty, 0)', `(order_line.qty - (${cancelled}))`)
  const delivered = least('(coalesce(received.qty, 0) + coalesce(supplied.qty, 0))', `(${asked})`)
  return db('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .leftJoin(
      db('schedule_line').groupBy('orderLineId').select('orderLineId').sum({ qty: 'qty' }).as('asked'),
      'asked.orderLineId',
      'order_line.id',
    )
    .leftJoin(receivedOfLines(db).as('received'), 'received.orderLineId', 'order_line.id')
    .leftJoin(suppliedOfLines(db).as('supplied'), 'supplied.orderLineId', 'order_line.id')
    .leftJoin(
      db('sale_fact').groupBy('orderLineId').select('orderLineId').sum({ value: 'value' }).as('sold'),
      'sold.orderLineId',
      'order_line.id',
    )
    .whereNotIn('order.status', ['DRAFT', 'REJECTED', 'DELETED', 'DEAD'])
    .whereNotIn('order_line.lineStatus', ['REJECTED', 'DELETED'])
    .select('order.orderDate as day')
    .select(['qty', 'invoicedQty', 'netValue'].map(name => `order_line.${name}`))
    .select(db.raw(`${list} as ??`, ['listValue']), db.raw(`${cancelled} as ??`, ['cancelledQty']))
    .select(db.raw('coalesce(sold.value, 0) as ??', ['soldValue']))
    .select(db.raw(`case when (${delivered}) < 0 then 0 else ${delivered} end as ??`, ['deliveredQty']))
    .select(
      db.raw(`case when ${list} > order_line.netValue then ${list} - order_line.netValue else 0 end as ??`, [
        'discountValue',
      ]),
    )
}

/**
 * What was received of each order line in all, in its unit: the goods as their deliveries have them. A line that was
 * delivered in another unit than it was ordered in is converted by SAP's ratio.
 */
const receivedOfLines = (db: Knex): Knex.QueryBuilder =>
  db('sap_delivery_line')
    .join('order_line', 'order_line.id', 'sap_delivery_line.orderLineId')
    .join('products', 'products.id', 'sap_delivery_line.productId')
    .where({ 'sap_delivery_line.countsAs': 'GOODS' })
    .groupBy('sap_delivery_line.orderLineId')
    .select('sap_delivery_line.orderLineId')
    .sum({
      qty: db.raw(`case when sap_delivery_line.uom = order_line.uom or sap_delivery_line.qty = 0 then sap_delivery_line.arrivedQty
        when order_line.uom = sap_delivery_line.baseUom then ${ARRIVED_BASE}
        when order_line.uom = products.uom and sap_delivery_line.baseUom = products.baseUom
        then round(1.0 * ${ARRIVED_BASE} * products.uomDenominator / products.uomNumerator)
        else sap_delivery_line.arrivedQty end`),
    })

/** What was billed of each order line that no goods of ours are, in its unit: services, and what a supplier ships. */
const suppliedOfLines = (db: Knex): Knex.QueryBuilder =>
  db('invoice_line')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .join('order_line', 'order_line.id', 'invoice_line.orderLineId')
    .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 })
    .whereNot('invoice_line.suppliedAs', 'GOODS')
    .groupBy('invoice_line.orderLineId')
    .select('invoice_line.orderLineId')
    .sum({
      qty: db.raw(`case when invoice_line.uom <> order_line.uom and invoice_line.baseUom = order_line.uom
        then invoice_line.baseQty else invoice_line.qty end`),
    })

const ARRIVED_BASE = 'round(1.0 * sap_delivery_line.baseQty * sap_delivery_line.arrivedQty / sap_delivery_line.qty)'

/** The orders of each month beside their lines and steps. */
export const orderedBook: Book = {
  name: 'ordered',
  at: '04:42',
  about: 'Orders differ from their lines or steps',
  isReady: async db => !(await countInProgress(db)),
  differences: async db => [...(await orderDifferences(db)), ...(await eventDifferences(db))],
  rebuild: {
    by: 'rebuild-facts',
    make: async (db, period) => `The lines of ${await rebuildOrders(db, period)} orders are counted again.`,
  },
}
