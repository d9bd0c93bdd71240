import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { type SaleDocument, saleFactsOf } from '../../../resources/mis/sales/sale-facts.ts'
import { beforeCommit } from '../../platform/before-commit.ts'
import type { Book, Period } from '../../platform/books.ts'
import { countInProgress } from '../../platform/reports/counting.ts'
import { transact } from '../../platform/transact.ts'
import { countOrders } from './order-fact.ts'

/** Documents in one transaction of a rebuild, short enough that no order waits for it. */
const BATCH = 200

/**
 * Deletes the facts of documents and writes them anew, in the transaction that changed these documents; the orders that
 * they bill are counted at its end.
 */
export async function countSales(trx: Knex, invoiceIds: readonly number[]): Promise<void> {
  const before = await ordersBilled(trx, invoiceIds)
  await writeSales(trx, invoiceIds)
  await beforeCommit(trx, countOrders, [...before, ...(await ordersBilled(trx, invoiceIds))])
}

const ordersBilled = (trx: Knex, invoiceIds: readonly number[]): Promise<number[]> =>
  trx('sale_fact')
    .join('order_line', 'order_line.id', 'sale_fact.orderLineId')
    .whereIn('sale_fact.invoiceId', [...invoiceIds])
    .distinct()
    .pluck('order_line.orderId')

/** Writes the facts of documents anew, without counting the orders that they bill. */
export async function writeSales(trx: Knex, invoiceIds: readonly number[]): Promise<void> {
  const facts = (await saleDocuments(trx, invoiceIds)).flatMap(saleFactsOf)
  await trx('sale_fact')
    .whereIn('invoiceId', [...invoiceIds])
    .delete()
  for (let from = 0; from < facts.length; from += 500) await trx('sale_fact').insert(facts.slice(from, from + 500))
}

type Line = SaleDocument['lines'][number] & { invoiceId: number }

/** Reads documents with what decides their facts. A line's end customer is that of its order, else of the ship-to. */
async function saleDocuments(db: Knex, ids: readonly number[]): Promise<SaleDocument[]> {
  const invoices: (Omit<SaleDocument, 'lines' | 'isCancelled'> & { isCancelled: unknown })[] = await db('invoice')
    .whereIn('id', [...ids])
    .select('id', 'invoiceType', 'invoiceDate', 'isCancelled', 'cancelledOn', 'soldToId', 'sbuId', 'plantId')
    .select('zoneId', 'zoneAreaId', 'customerSegmentId', 'clusterCode', 'salesEmployeeId')
    .orderBy('id')
    // A rebuild must not write what a document was before somebody saved it.
    .forUpdate()
  const lines: Line[] = await saleLines(db)
    .whereIn('invoice_line.invoiceId', [...ids])
    .orderBy('invoice_line.id')
    .select(['id', 'invoiceId', 'productId', 'orderLineId'].map(name => `invoice_line.${name}`))
    .select('invoice_line.qty', 'invoice_line.uom', 'invoice_line.baseQty', 'invoice_line.baseUom')
    .select('invoice_line.netValue', db.raw('coalesce(??, ??, ??) as ??', endCustomer))
  const ofInvoice = Map.groupBy(lines, ({ invoiceId }) => invoiceId)
  return invoices.map(row => ({ ...row, isCancelled: Boolean(row.isCancelled), lines: ofInvoice.get(row.id) ?? [] }))
}

const endCustomer = ['line_order.customerId', 'whole_order.customerId', 'place.customerId', 'endCustomerId']

const saleLines = (db: Knex) =>
  db('invoice_line')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .leftJoin('order_line', 'order_line.id', 'invoice_line.orderLineId')
    .leftJoin('order as line_order', 'line_order.id', 'order_line.orderId')
    .leftJoin('order as whole_order', 'whole_order.id', 'invoice.orderId')
    .leftJoin('ship_to as place', 'place.id', 'invoice.shipToId')

/**
 * Counts the sales of a period of business days anew, from their documents, and the orders that they bill; with no period,
 * all sales, and no order. It leaves the stamps of the documents as they are. Returns how many documents were read.
 */
export async function rebuildSales(db: Knex, period: Period = {}): Promise<number> {
  const { from = '0000-01-01', to = '9999-12-31' } = period
  const within = (rows: Knex.QueryBuilder, column: string) =>
    period.from || period.to ? rows.whereBetween(column, [from, to]) : rows
  const billed: number[] = await within(db('invoice'), 'invoiceDate').pluck('id')
  const cancelled: number[] = await within(db('invoice'), 'cancelledOn').pluck('id')
  const counted: number[] = await within(db('sale_fact'), 'day').distinct('invoiceId').pluck('invoiceId')
  const ids = [...new Set([...billed, ...cancelled, ...counted])].sort((one, other) => one - other)
  const isAll = !period.from && !period.to
  for (let at = 0; at < ids.length; at += BATCH)
    await transact(db, trx => (isAll ? writeSales : countSales)(trx, ids.slice(at, at + BATCH)), 'latest')
  return ids.length
}

interface MonthSum {
  month: string
  value: number
  qty: number
  count: number
}

/** Where the sales of a month differ from its documents, a sentence each. */
export async function saleDifferences(db: Knex): Promise<string[]> {
  const counted = byMonth(await monthSums(db, db('sale_fact').select('day', 'value', 'qty')))
  const billed = byMonth(await monthSums(db, detail(db)))
  const months = [...new Set([...counted.keys(), ...billed.keys()])].toSorted()
  return months.flatMap(month => {
    const [fact, document] = [counted.get(month) ?? NONE, billed.get(month) ?? NONE]
    if (fact.value === document.value && fact.qty === document.qty && fact.count === document.count) return []
    return [
      `Sales of ${month}: ${rupees(fact.value)} in ${fact.count} rows are counted, and the documents have ${rupees(document.value)} in ${document.count}`,
    ]
  })
}

const NONE = { value: 0, qty: 0, count: 0 }
const byMonth = (rows: readonly MonthSum[]) => new Map(rows.map(row => [row.month, row]))

async function monthSums(db: Knex, rows: Knex.QueryBuilder): Promise<MonthSum[]> {
  const sums: MonthSum[] = await db
    .from(rows.as('sale'))
    .groupByRaw('substr(day, 1, 7)')
    .select(db.raw('substr(day, 1, 7) as ??', ['month']))
    .sum({ value: 'value', qty: 'qty' })
    .count({ count: '*' })
  return sums.map(row => ({
    month: row.month,
    value: Number(row.value),
    qty: Number(row.qty),
    count: Number(row.count),
  }))
}

/** The lines of documents with their signs, from the documents alone: the rule of `saleFactsOf` once more, in SQL. */
function detail(db: Knex): Knex.QueryBuilder {
  const sign = "case when invoice.invoiceType in ('INVOICE', 'DEBIT_NOTE') then 1 else -1 end"
  const goods = `case when invoice.invoiceType in ('INVOICE', 'RETURN') then coalesce(invoice_line.baseQty, invoice_line.qty) else 0 end`
  const lines = (day: string, factor: 1 | -1) =>
    db('invoice_line')
      .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
      .select(db.raw(`${day} as ??`, ['day']))
      .select(db.raw(`${factor} * (${sign}) * invoice_line.netValue as ??`, ['value']))
      .select(db.raw(`${factor} * (${sign}) * (${goods}) as ??`, ['qty']))
  const cancelled = lines('coalesce(invoice.cancelledOn, invoice.invoiceDate)', -1).where('invoice.isCancelled', 1)
  return db.unionAll([lines('invoice.invoiceDate', 1), cancelled])
}

/** The sales of each month beside their documents. */
export const saleBook: Book = {
  name: 'sales',
  at: '04:40',
  about: 'Sales differ from their documents',
  isReady: async db => !(await countInProgress(db)),
  differences: saleDifferences,
  rebuild: {
    by: 'rebuild-facts',
    make: async (db, period) => `The sales of ${await rebuildSales(db, period)} documents are counted again.`,
  },
}
