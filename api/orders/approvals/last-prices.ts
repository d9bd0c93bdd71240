import type { Knex } from 'knex'
import type { PaidBefore } from '../../../resources/orders/approvals/paid-before.ts'

const PRICES_PER_PRODUCT = 3
/** Statuses of orders whose prices were approved. */
const APPROVED_STATUSES = ['APPROVED', 'CONFIRMED', 'PARTIALLY_DISPATCHED', 'DISPATCHED', 'DELIVERED', 'CLOSED']

/** The last three prices that the customer of an order paid for each of its products, newest first; in one query. */
export function lastPrices(db: Knex, { id, customerId }: { id: number; customerId: number }): Promise<PaidBefore[]> {
  const order = [db.ref('earlier.orderDate'), db.ref('earlier.id'), db.ref('line.lineNo')]
  const ranked = db('order_line as line')
    .join('order as earlier', 'earlier.id', 'line.orderId')
    .where('earlier.customerId', customerId)
    .whereNot('earlier.id', id)
    .whereIn('earlier.status', APPROVED_STATUSES)
    .whereNotIn('line.lineStatus', ['REJECTED', 'CANCELLED', 'DELETED'])
    .whereIn('line.productId', db('order_line').where('orderId', id).select('productId'))
    .select(
      'line.productId',
      'earlier.id as orderId',
      'earlier.orderNo',
      'earlier.orderDate',
      'line.qty',
      'line.netPrice',
    )
    .select(
      db.raw('row_number() over (partition by ?? order by ? desc, ? desc, ?) as ??', [
        'line.productId',
        ...order,
        'place',
      ]),
    )
  return db
    .from(ranked.as('ranked'))
    .where('place', '<=', PRICES_PER_PRODUCT)
    .orderBy(['productId', 'place'])
    .select('productId', 'orderId', 'orderNo', 'orderDate', 'qty', 'netPrice')
}
