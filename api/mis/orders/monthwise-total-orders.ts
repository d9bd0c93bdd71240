import type { ReportQuery } from '../../derive/extend.ts'
import { holdsInReport } from '../../orders/holds/hold-words.ts'
import { mappedSelection } from '../mapped-selection.ts'
import { ofOrder, orderedOnly } from './ordered.ts'

/** One row for each order that counts as ordered, with its value. */
export const monthwiseTotalOrdersQuery: ReportQuery = (db, reader) =>
  orderedOnly(db('order').leftJoin('order_sum', 'order_sum.orderId', 'order.id')).select(
    'order.id',
    ...ofOrder(db, reader, 'orderNo', 'orderDate', 'status'),
    ...mappedSelection(db, reader, 'order'),
    ...holdsInReport(db, reader),
    db.raw('coalesce(??, 0) as ??', ['order_sum.grossValue', 'grossValue']),
  )
