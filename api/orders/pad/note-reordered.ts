import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'

/** The number of days after the deletion of a line within which a new order of its product counts as a reorder. */
const DAYS = 90

/** Links recently deleted lines of the customer to the line of this order that orders their product again. */
export async function noteReordered(trx: Knex, { id, customerId }: Pick<Order, 'id' | 'customerId'>): Promise<void> {
  const lines: { id: number; productId: number }[] = await trx('order_line')
    .where({ orderId: id, lineStatus: 'OPEN' })
    .select('id', 'productId')
  const deleted: { id: number; productId: number }[] = await trx('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .where({ 'order.customerId': customerId, 'order_line.lineStatus': 'DELETED' })
    .whereNull('order_line.reorderedLineId')
    .where('order_line.deletedAt', '>=', secondsFromNow(-DAYS * 24 * 3600))
    .whereIn(
      'order_line.productId',
      lines.map(({ productId }) => productId),
    )
    .select('order_line.id', 'order_line.productId')
  for (const [productId, deletedLines] of Map.groupBy(deleted, line => line.productId)) {
    const reorderedLineId = lines.find(line => line.productId === productId)!.id
    const ids = deletedLines.map(line => line.id)
    await trx('order_line').whereIn('id', ids).update({ reorderedLineId, updatedAt: now() })
  }
}
