import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'
import { accountOwner } from './ordered.ts'

/** One row for each line that counts as ordered, and for each sale without one. The two kinds share one row of ids. */
export const orderVsSalesQuery: ReportQuery = (db, { day }) =>
  db.from(db.unionAll([orderedLines(db, day), soldWithoutOrder(db)]).as('sold')).select('sold.*')

/** The part of the net value of a line that belongs to a part of its quantity. */
const shareOfValue = (qty: string) => `round(netValue * 1.0 * (${qty}) / qty)`
/** A quantity of a line in the base unit of its product, where the line is in its sales unit. */
const inBase = (qty: string) =>
  `case when isSalesUnit = 1 then round((${qty}) * 1.0 * uomNumerator / uomDenominator) else ${qty} end`

function orderedLines(db: Knex, day: string): Knex.QueryBuilder {
  const lines = db('order_fact')
    .join('order_line', 'order_line.id', 'order_fact.orderLineId')
    .join('order', 'order.id', 'order_fact.orderId')
    .join('products', 'products.id', 'order_fact.productId')
    .select(
      'order_fact.orderLineId as lineId',
      ...['orderId', 'customerId', 'sbuId', 'placedById', 'productId', 'qty', 'netValue', 'invoicedQty'].map(
        name => `order_fact.${name}`,
      ),
      'order_fact.day as orderDate',
      'order.orderNo',
      accountOwner(db),
      ...['lineNo', 'lineStatus'].map(name => `order_line.${name}`),
      ...['uomNumerator', 'uomDenominator'].map(name => `products.${name}`),
      db.raw('coalesce(order_line.soldToId, order_fact.soldToId) as ??', ['soldToId']),
      db.raw('case when order_fact.uom = products.uom then 1 else 0 end as ??', ['isSalesUnit']),
      db.raw('case when order_fact.uom = products.uom then products.baseUom else order_fact.uom end as ??', ['unit']),
      db.raw(`${CANCELLED} as ??`, ['cancelled']),
      db.raw('case when order_fact.dueDay <= ? then 1 else 0 end as ??', [day, 'isDue']),
      db.raw('coalesce((?), 0) as ??', [invoicedValue(db), 'invoicedValue']),
    )
  const wanted = 'qty - cancelled'
  const parts = db
    .from(lines.as('line'))
    .select('line.*')
    .select(
      db.raw(`case when invoicedQty < ${wanted} then invoicedQty else ${wanted} end as ??`, ['filled']),
      db.raw(`netValue - ${shareOfValue('cancelled')} as ??`, ['wantedValue']),
    )
  const open = db
    .from(parts.as('part'))
    .select('part.*')
    .select(db.raw(`case when lineStatus = 'CLOSED' then 0 else ${wanted} - filled end as ??`, ['unfilled']))
  const filledValue = shareOfValue('filled')
  return db.from(open.as('figured')).select(
    db.raw('lineId * 2 as id'),
    db.raw("'ORDER' as source"),
    ...['orderDate as day', 'orderId', 'orderNo', 'lineNo', 'customerId', 'soldToId', 'sbuId', 'employeeId'],
    ...['placedById', 'productId', 'unit as uom'],
    db.raw(`${inBase('qty')} as ??`, ['orderedQty']),
    db.raw(`${inBase('invoicedQty')} as ??`, ['invoicedQty']),
    db.raw(`${inBase('unfilled')} as ??`, ['openQty']),
    db.raw(`${inBase('cancelled')} as ??`, ['cancelledQty']),
    'netValue as orderedValue',
    'invoicedValue',
    // The paise that rounding leaves over belong to what is open.
    db.raw(`case when unfilled = 0 then 0 else wantedValue - ${filledValue} end as ??`, ['openValue']),
    db.raw('netValue - wantedValue as ??', ['cancelledValue']),
    'isDue',
    db.raw('case when isDue = 1 then wantedValue else 0 end as ??', ['dueValue']),
    db.raw(`case when isDue = 1 then ${filledValue} else 0 end as ??`, ['filledValue']),
    db.raw(`case when isDue = 1 and wantedValue > 0 then round(${filledValue} * 10000.0 / wantedValue) end as ??`, [
      'fillPct',
    ]),
  )
}

/** What will not come any more: all that was not invoiced of a cancelled line, never more than that. */
const CANCELLED = `case when order_line.lineStatus = 'CANCELLED' or \`order\`.status = 'CANCELLED'
  then case when order_fact.invoicedQty < order_fact.qty then order_fact.qty - order_fact.invoicedQty else 0 end
  else order_fact.cancelledQty end`

const invoicedValue = (db: Knex) =>
  db('invoice_line')
    .join('sale_fact', 'sale_fact.invoiceLineId', 'invoice_line.id')
    .whereRaw('?? = ??', ['invoice_line.orderLineId', 'order_fact.orderLineId'])
    .sum('sale_fact.value')

/** Sales of documents that name no line of a portal order. */
const soldWithoutOrder = (db: Knex) =>
  db('sale_fact')
    .join('invoice_line', 'invoice_line.id', 'sale_fact.invoiceLineId')
    .whereNull('invoice_line.orderLineId')
    .select(
      db.raw('sale_fact.id * 2 + 1 as id'),
      db.raw("'NO_ORDER' as source"),
      'sale_fact.day',
      ...['orderId', 'orderNo', 'lineNo'].map(name => db.raw('null as ??', [name])),
      db.raw('coalesce(sale_fact.endCustomerId, sale_fact.soldToId) as ??', ['customerId']),
      'sale_fact.soldToId',
      'sale_fact.sbuId',
      'sale_fact.salesEmployeeId as employeeId',
      db.raw('null as ??', ['placedById']),
      'sale_fact.productId',
      'sale_fact.uom',
      db.raw('0 as ??', ['orderedQty']),
      'sale_fact.qty as invoicedQty',
      ...['openQty', 'cancelledQty', 'orderedValue'].map(name => db.raw('0 as ??', [name])),
      'sale_fact.value as invoicedValue',
      ...['openValue', 'cancelledValue', 'isDue', 'dueValue', 'filledValue'].map(name => db.raw('0 as ??', [name])),
      db.raw('null as ??', ['fillPct']),
    )
