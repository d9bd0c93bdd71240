import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { withSharedId } from '../../derive/list/source.ts'
import { mappedSelection } from '../mapped-selection.ts'
import { accountOwner, columnOfRow } from '../orders/ordered.ts'

/** One row for each line that counts as ordered, and for each sale without one; their facts have ids of one kind. */
export const orderVsSalesQuery: ReportQuery = (db, reader) => [orderedLines(db, reader), soldWithoutOrder(db, reader)]

const orderedLines = (db: Knex, reader: Reader) => {
  const { day } = reader
  return withSharedId(db('order_fact'), db, reader, { column: 'order_fact.id' }).select(
    db.raw("'ORDER' as source"),
    ...['order_fact.day', 'order_fact.orderId'],
    columnOfRow(db, reader, 'order', 'orderNo', 'order_fact.orderId'),
    columnOfRow(db, reader, 'order_line', 'lineNo', 'order_fact.orderLineId'),
    noNumber(db, 'invoiceId'),
    ...['customerId', 'soldToId', 'sbuId'].map(name => `order_fact.${name}`),
    accountOwner(db, reader, 'order_fact'),
    ...['order_fact.placedById', 'order_fact.productId', 'order_fact.baseUom as uom'],
    ...['Qty', 'InvoicedQty', 'OpenQty', 'CancelledQty'].map(name => `order_fact.base${name} as ${QTY[name]}`),
    ...['order_fact.netValue as orderedValue', 'order_fact.soldValue as invoicedValue'],
    ...['order_fact.openValue', 'order_fact.cancelledValue'],
    whenDue(db, day, '1', 'isDue'),
    whenDue(db, day, WANTED, 'dueValue'),
    whenDue(db, day, 'order_fact.filledValue', 'filledValue'),
    db.raw(
      `case when order_fact.dueDay <= ? and ${WANTED} > 0 then round(order_fact.filledValue * 10000.0 / (${WANTED})) end as ??`,
      [day, 'fillPct'],
    ),
    ...mappedSelection(db, reader, 'order_fact'),
  )
}

const QTY: Record<string, string> = {
  Qty: 'orderedQty',
  InvoicedQty: 'invoicedQty',
  OpenQty: 'openQty',
  CancelledQty: 'cancelledQty',
}
const WANTED = 'order_fact.netValue - order_fact.cancelledValue'
const whenDue = (db: Knex, day: string, value: string, name: string) =>
  db.raw(`case when order_fact.dueDay <= ? then ${value} else 0 end as ??`, [day, name])

/** Sales of documents that name no line of a portal order. */
const soldWithoutOrder = (db: Knex, reader: Reader) =>
  withSharedId(db('sale_fact'), db, reader, { column: 'sale_fact.id' })
    .whereNull('sale_fact.orderLineId')
    .select(
      db.raw("'NO_ORDER' as source"),
      'sale_fact.day',
      noNumber(db, 'orderId'),
      db.raw('null as ??', ['orderNo']),
      noNumber(db, 'lineNo'),
      'sale_fact.invoiceId',
      db.raw('coalesce(sale_fact.endCustomerId, sale_fact.soldToId) as ??', ['customerId']),
      'sale_fact.soldToId',
      'sale_fact.sbuId',
      'sale_fact.salesEmployeeId as employeeId',
      noNumber(db, 'placedById'),
      'sale_fact.productId',
      'sale_fact.uom',
      db.raw('0 as ??', ['orderedQty']),
      'sale_fact.qty as invoicedQty',
      ...['openQty', 'cancelledQty', 'orderedValue'].map(name => db.raw('0 as ??', [name])),
      'sale_fact.value as invoicedValue',
      ...['openValue', 'cancelledValue', 'isDue', 'dueValue', 'filledValue'].map(name => db.raw('0 as ??', [name])),
      noNumber(db, 'fillPct'),
      ...mappedSelection(db, reader, 'sale_fact'),
    )

// MariaDB takes a plain null for a text, and with it the numbers of the other part.
const noNumber = (db: Knex, name: string) => db.raw('nullif(0, 0) as ??', [name])
