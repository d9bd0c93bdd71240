import type { ReportQuery } from '../../derive/extend.ts'
import { daysBetween, indianDay } from '../../platform/sql-words.ts'
import { ofOrder } from './ordered.ts'

/** One row for each deleted line that another line took the place of. */
export const newOrdersDeletedItemsQuery: ReportQuery = (db, reader) => {
  const deletedOn = indianDay(db, 'order_line.deletedAt')
  return db('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .join('order_line as again', 'again.id', 'order_line.reorderedLineId')
    .join('order as later', 'later.id', 'again.orderId')
    .where('order_line.lineStatus', 'DELETED')
    .select(
      'order_line.id',
      ...ofOrder(db, reader, 'orderNo', 'orderDate'),
      ...['lineNo', 'productId', 'qty', 'netPrice'].map(name => `order_line.${name}`),
      'order_line.deletedAt',
      db.raw(`${deletedOn} as ??`, ['deletedOn']),
      'later.id as newOrderId',
      'later.orderNo as newOrderNo',
      'again.lineNo as newLineNo',
      'later.orderDate as newOrderDate',
      'again.qty as newQty',
      'again.netPrice as newNetPrice',
      // Each price is for so many units of its own line.
      db.raw(
        'case when order_line.netPrice > 0 then round((again.netPrice * 10000.0 * order_line.priceUnit) / (order_line.netPrice * again.priceUnit)) - 10000 end as ??',
        ['priceDiffPct'],
      ),
      db.raw(`${daysBetween(db, 'later.orderDate', deletedOn)} as ??`, ['daysBetween']),
    )
}
