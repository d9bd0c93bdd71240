import type { Knex } from 'knex'
import { grantsOn } from '../../derive/rights/grants.ts'
import { whereValidOn } from '../../derive/rows-of.ts'
import { notify } from '../../mail/notify.ts'
import { today } from '../../platform/clock.ts'
import type { StepCommand } from '../approvals/decide.ts'
import { moveOrder, type Order, placeOf } from '../move-order.ts'

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

/** The user ids of the active customer service agents of an SBU. */
export function serviceAgentsOf(db: Knex, sbuId: number): Promise<number[]> {
  const employees = whereValidOn(db('sbu_employee_map').where({ sbuId }), today()).select('employeeId')
  return grantsOn(db, today())
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .where({ 'role.code': 'CSC_AGENT', 'user.isActive': 1 })
    .whereIn('user.employeeId', employees)
    .distinct()
    .orderBy('user.id')
    .pluck('user.id')
}
