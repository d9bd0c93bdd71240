import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { withSharedId } from '../../derive/list/source.ts'
import { indianDay } from '../../platform/sql-words.ts'
import { ofOrder } from './ordered.ts'

/** Whole orders and single lines share one range of ids. */
export const deletedOrdersQuery: ReportQuery = (db, reader) => [wholeOrders(db, reader), lines(db, reader)]

const wholeOrders = (db: Knex, reader: Reader) =>
  withSharedId(db('order'), db, reader, { column: 'order.id', kinds: 2, place: 0 })
    .where('order.status', 'DELETED')
    .select(
      ...ofOrder(db, reader, 'orderNo', 'orderDate'),
      db.raw("'ORDER' as level"),
      ...['lineNo', 'productId', 'qty'].map(name => db.raw('nullif(0, 0) as ??', [name])),
      'order.grossValue',
      'order.deletedAt',
      db.raw(`${indianDay(db, '`order`.deletedAt')} as ??`, ['deletedOn']),
      'order.deletedById',
      'order.deleteReasonId as reasonId',
      db.raw('(?) as ??', [
        db('order as copy')
          .whereRaw('?? = ??', ['copy.replacesOrderId', 'order.id'])
          // An expression: SQLite would go through the numbers of all orders for the lowest.
          .select(db.raw("min(coalesce(copy.orderNo, ''))")),
        'replacedBy',
      ]),
    )

/** Lines deleted from an order that went on; those of a deleted order are in its own row. */
const lines = (db: Knex, reader: Reader) =>
  withSharedId(db('order_line'), db, reader, { column: 'order_line.id', kinds: 2, place: 1 })
    .join('order', 'order.id', 'order_line.orderId')
    .where('order_line.lineStatus', 'DELETED')
    .whereNot('order.status', 'DELETED')
    .select(
      ...ofOrder(db, reader, 'orderNo', 'orderDate'),
      db.raw("'LINE' as level"),
      'order_line.lineNo',
      'order_line.productId',
      'order_line.qty',
      'order_line.grossValue',
      'order_line.deletedAt',
      db.raw(`${indianDay(db, 'order_line.deletedAt')} as ??`, ['deletedOn']),
      'order_line.deletedById',
      db.raw('(?) as ??', [reasonOfLine(db), 'reasonId']),
      db.raw('(?) as ??', [
        db('order_line as again')
          .join('order as other', 'other.id', 'again.orderId')
          .whereRaw('?? = ??', ['again.id', 'order_line.reorderedLineId'])
          .select('other.orderNo'),
        'replacedBy',
      ]),
    )

/** The reason of the step that deleted the line, which is written right after it. */
const reasonOfLine = (db: Knex) =>
  db('order_step')
    .whereRaw('?? = ??', ['order_step.orderId', 'order_line.orderId'])
    .where('order_step.step', 'deleteLines')
    .whereRaw('?? >= ??', ['order_step.at', 'order_line.deletedAt'])
    .orderBy('order_step.id')
    .limit(1)
    .select('order_step.reasonCodeId')
