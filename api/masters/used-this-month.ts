import type { SourceRule } from '../../resources/orders/quote/source.ts'
import type { ComputedColumn } from '../derive/extend.ts'

/** How many lines of the orders submitted since the first of the month had their plant chosen by the row. */
export const usedThisMonth =
  (rule: SourceRule): ComputedColumn =>
  (db, of, day) =>
    db('order_line as used')
      .join('order as placed', 'placed.id', 'used.orderId')
      .where({ 'used.sourceRowId': of('id'), 'used.sourceRule': rule })
      .where('placed.orderDate', '>=', `${day.slice(0, 8)}01`)
      .where('placed.orderDate', '<=', day)
      .whereNotNull('placed.submittedAt')
      .count('*')
