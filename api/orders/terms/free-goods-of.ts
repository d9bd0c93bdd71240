import type { Knex } from 'knex'
import type { FreeGoodsBudget } from '../../../resources/orders/approvals/approval-facts.ts'
import { quarterOf } from '../../../resources/orders/terms/quarter.ts'

/** Statuses of orders by which nothing was given. */
const NOT_GIVEN = ['DRAFT', 'REJECTED', 'CANCELLED', 'DEAD', 'DELETED']

/** What a customer may get free of charge in the quarter of an order, and what their other orders of it gave, in paise. */
export async function freeGoodsOf(
  db: Knex,
  { id, customerId, orderDate }: { id: number | null; customerId: number; orderDate: string },
  budget: number,
): Promise<FreeGoodsBudget> {
  const [row] = await db('order')
    .join('order_type', 'order_type.id', 'order.orderTypeId')
    .where({ 'order.customerId': customerId, 'order_type.isFreeOfCharge': 1 })
    .whereNotIn('order.status', NOT_GIVEN)
    .whereNot('order.id', id ?? 0)
    .whereBetween('order.orderDate', quarterOf(orderDate))
    .sum({ used: 'order.listValue' })
  return { budget, used: Number(row?.used ?? 0) }
}
