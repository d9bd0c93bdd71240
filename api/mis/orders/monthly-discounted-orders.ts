import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import { accountOwner, columnOfRow } from './ordered.ts'

/** One row for each line that counts as ordered and was sold below its list price. */
export const monthlyDiscountedOrdersQuery: ReportQuery = (db, reader) => {
  const parts = ['priceKind', 'listValue', 'netValue', 'discountValue', 'defaultDiscount', 'promoDiscount']
  return db('order_fact')
    .where('order_fact.discountValue', '>', 0)
    .select(
      'order_fact.id',
      ...['orderId', 'customerId', 'soldToId', 'sbuId', 'channelId', 'placedById', 'productId', 'qty'].map(
        name => `order_fact.${name}`,
      ),
      'order_fact.day as orderDate',
      columnOfRow(db, reader, 'order', 'orderNo', 'order_fact.orderId'),
      accountOwner(db, reader, 'order_fact'),
      ...['lineNo', 'promoCode'].map(name => columnOfRow(db, reader, 'order_line', name, 'order_fact.orderLineId')),
      ...[...parts, 'manualDiscount'].map(name => `order_fact.${name}`),
      db.raw('round(order_fact.discountValue * 10000.0 / order_fact.listValue) as ??', ['discountPct']),
      db.raw('(?) as ??', [approver(db), 'approverId']),
    )
}

/** Who approved the price last, by the approvals that look at it. */
const approver = (db: Knex) =>
  db('approval_task')
    .whereRaw('?? = ??', ['approval_task.orderId', 'order_fact.orderId'])
    .whereIn('approval_task.step', ['LIMIT_PRICE', 'MY_APPROVAL'])
    .where('approval_task.status', 'APPROVED')
    .orderBy('approval_task.id', 'desc')
    .limit(1)
    .select('approval_task.actedById')
