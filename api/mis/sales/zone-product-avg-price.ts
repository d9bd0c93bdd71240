import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { PART_ID, withSharedId } from '../../derive/list/source.ts'
import { accountOwner, cancelledInvoices, isNeeded, orderedOnly } from '../orders/ordered.ts'

/** One row for each line that was paid for, of invoices and of orders. The two kinds share one range of ids. */
export const zoneProductAvgPriceQuery: ReportQuery = (db, reader) =>
  [invoiced(db, reader), ordered(db, reader)].map(lines => besideAsp(db, lines, reader))

/** Lines with their price for one base unit, and with what the average of the master on a day would have made of them. */
function besideAsp(db: Knex, paid: Knex.QueryBuilder, reader: Reader): Knex.QueryBuilder {
  const { day, until = day } = reader
  const lines = db.from(paid.as('line')).select('line.*')
  if (isNeeded(reader, ...OF_ASP))
    lines
      .join('products', 'products.id', 'line.productId')
      .leftJoin(aspsOn(db, until).as('master'), join =>
        join.on('master.productId', 'line.productId').on('master.zoneId', 'line.zoneId'),
      )
      .select('products.baseUom', 'products.uomNumerator', 'products.uomDenominator')
      .select('master.asp as aspOfSalesUnit')
  else
    lines.select(
      ['baseUom', 'uomNumerator', 'uomDenominator', 'aspOfSalesUnit'].map(name => db.raw('nullif(0, 0) as ??', [name])),
    )
  const price = 'round(netValue * 1000.0 / qty)'
  // The ASP is for one sales unit, quantities are in base units.
  const aspValue = 'round(aspOfSalesUnit * 1.0 * qty * uomDenominator / (1000.0 * uomNumerator))'
  const hasAsp = 'aspOfSalesUnit is not null and uom = baseUom'
  const withAsp = (value: string, name: string) => db.raw(`case when ${hasAsp} then ${value} end as ??`, [name])
  return db
    .from(lines.as('priced'))
    .select('id', PART_ID, 'basis', 'day', 'productId', 'zoneId', 'sbuId', 'customerId', 'soldToId', 'employeeId')
    .select('orderId', 'invoiceId', 'placedById', 'uom', 'qty', 'netValue')
    .select(['avgPrice', 'leastPrice', 'mostPrice'].map(name => db.raw(`${price} as ??`, [name])))
    .select(withAsp('qty', 'aspQty'), withAsp(aspValue, 'aspValue'), withAsp(`netValue - ${aspValue}`, 'deviation'))
    .select(withAsp('round(aspOfSalesUnit * 1.0 * uomDenominator / uomNumerator)', 'asp'))
    .select(
      db.raw(
        `case when ${hasAsp} and ${aspValue} > 0 then round((netValue - ${aspValue}) * 10000.0 / ${aspValue}) end as ??`,
        ['deviationPct'],
      ),
    )
}

const OF_ASP = ['asp', 'aspQty', 'aspValue', 'deviation', 'deviationPct']

/** As the averages of the master are worked out: invoices that stand, with a quantity and a value. */
const invoiced = (db: Knex, reader: Reader) =>
  withSharedId(db('sale_fact'), db, reader, { column: 'sale_fact.id', kinds: 2, place: 0 })
    .where('sale_fact.kind', 'INVOICE')
    .whereNotIn('sale_fact.invoiceId', cancelledInvoices(db))
    .where('sale_fact.value', '>', 0)
    .where('sale_fact.qty', '>', 0)
    .select(
      db.raw("'INVOICE' as basis"),
      ...['day', 'productId', 'zoneId', 'sbuId'].map(name => `sale_fact.${name}`),
      db.raw('coalesce(sale_fact.endCustomerId, sale_fact.soldToId) as ??', ['customerId']),
      'sale_fact.soldToId',
      'sale_fact.salesEmployeeId as employeeId',
      ...['orderId', 'placedById'].map(name => db.raw('nullif(0, 0) as ??', [name])),
      'sale_fact.invoiceId',
      'sale_fact.uom',
      'sale_fact.qty',
      'sale_fact.value as netValue',
    )

const ordered = (db: Knex, reader: Reader) => {
  const isSalesUnit = 'order_line.uom = products.uom'
  return orderedOnly(
    withSharedId(db('order_line'), db, reader, { column: 'order_line.id', kinds: 2, place: 1 })
      .join('order', 'order.id', 'order_line.orderId')
      .join('products', 'products.id', 'order_line.productId')
      .join('ship_to', 'ship_to.id', 'order.shipToId')
      .join('state_city', 'state_city.id', 'ship_to.cityId')
      .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId'),
  )
    .whereNot('order.status', 'CANCELLED')
    .whereNotIn('order_line.lineStatus', ['REJECTED', 'DELETED', 'CANCELLED'])
    .where('order_line.netValue', '>', 0)
    .whereRaw("coalesce(order_line.priceSource, 'LIST') <> 'FREE'")
    .select(
      db.raw("'ORDER' as basis"),
      'order.orderDate as day',
      ...['order_line.productId', 'zone_area.zoneId', 'order.sbuId', 'order.customerId'],
      db.raw('coalesce(order_line.soldToId, ??) as ??', ['order.soldToId', 'soldToId']),
      accountOwner(db, reader),
      'order.id as orderId',
      db.raw('nullif(0, 0) as ??', ['invoiceId']),
      'order.placedById',
      db.raw(`case when ${isSalesUnit} then products.baseUom else order_line.uom end as uom`),
      db.raw(
        `case when ${isSalesUnit} then round(order_line.qty * 1.0 * products.uomNumerator / products.uomDenominator) else order_line.qty end as qty`,
      ),
      'order_line.netValue',
    )
}

/** The averages of the master that counted on a day, one for each product and zone. */
const aspsOn = (db: Knex, on: string) =>
  db('zone_wise_asp')
    .where('isActive', 1)
    .where('validFrom', '<=', on)
    .where('validTo', '>=', on)
    .groupBy('productId', 'zoneId')
    .select('productId', 'zoneId')
    .max({ asp: 'asp' })
