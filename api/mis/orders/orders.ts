import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { holdsInReport } from '../../orders/holds/hold-words.ts'
import { daysBetween } from '../../platform/sql-words.ts'
import { mappedSelection } from '../mapped-selection.ts'
import { ofOrder, orderedOnly } from './ordered.ts'

/** One row for each order that counts as ordered. */
export const ordersReportQuery: ReportQuery = (db, reader) => orderedOnly(ordersWithValues(db, reader))

/** Orders with the values of their lines. */
const ordersWithValues = (db: Knex, reader: Reader) =>
  db('order')
    .leftJoin('order_sum', 'order_sum.orderId', 'order.id')
    .select(
      'order.id',
      ...ofOrder(db, reader, ...COLUMNS),
      ...mappedSelection(db, reader, 'order'),
      ...holdsInReport(db, reader),
      ...['lineCount', 'listValue', 'discountValue', 'freightValue', 'taxValue', 'grossValue'].map(name =>
        db.raw('coalesce(??, 0) as ??', [`order_sum.${name}`, name]),
      ),
      db.raw(`${daysBetween(db, `'${reader.day}'`, 'orderDate')} as ??`, ['ageDays']),
    )

const COLUMNS = [
  'orderNo',
  'orderDate',
  'shipToId',
  'orderTypeId',
  'status',
  'pendingStep',
  'customerPoNo',
  'sapOrderNo',
]
