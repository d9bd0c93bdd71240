import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import { serviceAgentsOf } from '../../access-control/service-agents.ts'
import { notify } from '../../mail/notify.ts'
import type { StepCommand } from '../approvals/decide.ts'
import { moveOrder, placeOf } from '../move-order.ts'

/**
 * Sends a buyer's request to cancel an order that SAP has already to the service centre of the SBU, which decides it.
 */
export async function requestCancellation(
  trx: Knex,
  order: Order,
  { remark, person, author }: StepCommand,
): Promise<Order> {
  await notify(trx, await serviceAgentsOf(trx, order.sbuId), {
    title: `${person.name} asks to cancel order ${order.orderNo}`,
    body: remark,
    link: `/orders/order-history/${order.id}`,
  })
  return moveOrder(trx, order, { step: 'askCancel', ...placeOf(order), remark }, author)
}
