import type { Knex } from 'knex'
import { beforeCommit } from '../../platform/before-commit.ts'
import { countOrders } from './order-fact.ts'

/** Counts the orders of goods that arrived, or did not after all, at the end of the transaction that moved them. */
export async function goodsChanged(trx: Knex, deliveryLineIds: readonly number[]): Promise<void> {
  const orders: { orderId: number; arrived: number }[] = await trx('sap_delivery_line')
    .join('order_line', 'order_line.id', 'sap_delivery_line.orderLineId')
    .whereIn('sap_delivery_line.id', [...deliveryLineIds])
    .groupBy('order_line.orderId')
    .select('order_line.orderId')
    .max({ arrived: 'sap_delivery_line.arrivedQty' })
  const received: number[] = await trx('schedule_fact')
    .whereIn(
      'orderId',
      orders.map(({ orderId }) => orderId),
    )
    .where('deliveredQty', '>', 0)
    .pluck('orderId')
  // Most moves are before anything arrived, and change no fact.
  const arrived = orders.flatMap(one => (Number(one.arrived) > 0 ? [one.orderId] : []))
  await beforeCommit(trx, countOrders, [...arrived, ...received])
}
