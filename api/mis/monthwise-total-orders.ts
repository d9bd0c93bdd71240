import type { ReportQuery } from '../derive/extend.ts'
import { accountOwner, orderedOnly } from './ordered.ts'
import { mappedSelection } from './sales-stamps.ts'

/** One row for each order that counts as ordered, with its value. */
export const monthwiseTotalOrdersQuery: ReportQuery = (db, reader) =>
  orderedOnly(db('order').leftJoin('order_sum', 'order_sum.orderId', 'order.id')).select(
    'order.id',
    'order.id as orderId',
    ...['orderNo', 'orderDate', 'customerId', 'soldToId', 'sbuId', 'channelId', 'placedById', 'status'].map(
      name => `order.${name}`,
    ),
    ...mappedSelection(db, reader, 'order'),
    accountOwner(db),
    db.raw('coalesce(??, 0) as ??', ['order_sum.grossValue', 'grossValue']),
  )
