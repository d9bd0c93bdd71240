import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'
import { holdsInReport } from './holds/hold-words.ts'

/** Statuses of orders that are not listed. */
const UNLISTED = ['DRAFT', 'DELETED', 'DEAD']
/** Statuses of orders and lines from which no open quantity is left. */
const SETTLED_ORDERS = "'REJECTED', 'CANCELLED', 'DISPATCHED', 'DELIVERED', 'CLOSED'"
const SETTLED_LINES = "'REJECTED', 'CANCELLED', 'DELETED', 'CLOSED', 'DISPATCHED'"

/** Selects one row per order line. */
export const itemWiseOrderQuery: ReportQuery = (db, reader) =>
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
      ...holdsInReport(db, reader),
      'order_line.productId',
      'order_line.qty',
      'order_line.dispatchedQty',
      'order_line.cancelledQty',
      db.raw(
        `case when ?? in (${SETTLED_ORDERS}) or ?? in (${SETTLED_LINES}) then 0 else order_line.qty - order_line.dispatchedQty - order_line.cancelledQty end as ??`,
        ['order.status', 'order_line.lineStatus', 'openQty'],
      ),
      'order_line.uom',
      'order_line.priceUnit',
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

/** The earliest delivery of a line, by the first of these columns that is filled. */
const firstDay = (db: Knex, alias: string, ...columns: [string, ...string[]]) => {
  const expression = columns.length === 1 ? '??' : `coalesce(${columns.map(() => '??').join(', ')})`
  const rows = db('schedule_line').whereRaw('?? = ??', ['schedule_line.orderLineId', 'order_line.id'])
  return db.raw('(?) as ??', [rows.select(db.raw(`min(${expression})`, columns)), alias])
}

/** The numbers of the LRs with which goods of a line were sent. */
const consignments = (db: Knex) =>
  db('sap_delivery_line as goods')
    .join('lr_line_item as item', 'item.deliveryLineId', 'goods.id')
    .join('lr', 'lr.id', 'item.lrId')
    .whereRaw('?? = ??', ['goods.orderLineId', 'order_line.id'])
    .whereNot('lr.deliveryStatus', 'CANCELLED')
    .select(db.raw('group_concat(distinct lr.lrNo)'))
