import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'

/** Not yet orders, or no longer. */
const UNLISTED = ['DRAFT', 'DELETED', 'DEAD']
/** Orders, and lines, of which nothing is to come any more. */
const OVER_ORDERS = "'REJECTED', 'CANCELLED', 'DISPATCHED', 'DELIVERED', 'CLOSED'"
const OVER = "'REJECTED', 'CANCELLED', 'DELETED', 'CLOSED', 'DISPATCHED'"

/** One row a line. */
export const itemWiseOrderQuery: ReportQuery = db =>
  db('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .whereNotIn('order.status', UNLISTED)
    .select(
      'order_line.id',
      'order_line.orderId',
      'order.orderNo',
      'order_line.lineNo',
      'order.orderDate',
      'order.customerId',
      'order.soldToId',
      'order.sbuId',
      'order.status as orderStatus',
      'order.pendingStep',
      'order_line.productId',
      'order_line.qty',
      'order_line.dispatchedQty',
      'order_line.cancelledQty',
      db.raw(
        `case when ?? in (${OVER_ORDERS}) or ?? in (${OVER}) then 0 else order_line.qty - order_line.dispatchedQty - order_line.cancelledQty end as ??`,
        ['order.status', 'order_line.lineStatus', 'openQty'],
      ),
      'order_line.uom',
      'order_line.netPrice',
      'order_line.netValue',
      'order_line.plantId',
      'order_line.lineStatus',
      firstDay(db, 'requestedDate', 'requestedDate'),
      firstDay(db, 'expectedDate', 'expectedDeliveryDate', 'confirmedDate'),
      db.raw('(?) as ??', [consignments(db), 'lrNos']),
      'order.customerPoNo',
      'order.sapOrderNo',
      'order.placedById',
    )

/** Of the first delivery of a line: the first of these days that is known. */
const firstDay = (db: Knex, as: string, ...columns: [string, ...string[]]) => {
  const known = columns.length === 1 ? '??' : `coalesce(${columns.map(() => '??').join(', ')})`
  const rows = db('schedule_line').whereRaw('?? = ??', ['schedule_line.orderLineId', 'order_line.id'])
  return db.raw('(?) as ??', [rows.select(db.raw(`min(${known})`, columns)), as])
}

/** The LRs with which goods of a line went. */
const consignments = (db: Knex) =>
  db('invoice_line')
    .join('lr_line', 'lr_line.invoiceId', 'invoice_line.invoiceId')
    .join('lr', 'lr.id', 'lr_line.lrId')
    .whereRaw('?? = ??', ['invoice_line.orderLineId', 'order_line.id'])
    .whereNot('lr.deliveryStatus', 'CANCELLED')
    .select(db.raw('group_concat(distinct lr.lrNo)'))
