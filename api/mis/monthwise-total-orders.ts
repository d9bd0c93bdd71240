import type { ReportQuery } from '../derive/extend.ts'
import { accountOwner, ofLines, orderedOnly } from './ordered.ts'

/** One row for each order that counts as ordered, with its value. */
export const monthwiseTotalOrdersQuery: ReportQuery = db =>
  orderedOnly(db('order')).select(
    'order.id',
    'order.id as orderId',
    ...['orderNo', 'orderDate', 'customerId', 'soldToId', 'sbuId', 'channelId', 'placedById', 'status'].map(
      name => `order.${name}`,
    ),
    accountOwner(db),
    ofLines(db, 'order_line.grossValue', 'grossValue'),
  )
