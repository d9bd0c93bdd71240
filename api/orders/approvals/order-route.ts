import type { Knex } from 'knex'
import type { ApprovalStillNeeded } from '../../../resources/orders/approvals/order-route.ts'
import { readId } from '../../derive/list/query.ts'
import { requirePerson } from '../../derive/rights/require-person.ts'
import type { Call } from '../../derive/service.ts'
import { invalidField } from '../../platform/errors.ts'
import { readOrder } from '../move-order.ts'
import { demandReadableOrder } from '../take-step.ts'
import { routeOfOrder } from './route-order.ts'

/**
 * `GET /api/order-route?orderId=`: the approvals that a pending order still needs, with the approvers of each by the
 * people and limits of today. Empty for all other orders and for buyers.
 */
export const orderRoute = (db: Knex) => ({
  async find(call: Call): Promise<ApprovalStillNeeded[]> {
    const person = requirePerson(call)
    const id = readId(call.query?.orderId)
    if (id === undefined) throw invalidField('orderId', 'TYPE', 'orderId must be the number of an order')
    await demandReadableOrder(db, id, person)
    const order = await readOrder(db, id)
    if (order.status !== 'PENDING' || person.userType !== 'EMPLOYEE') return []
    const { path } = await routeOfOrder(db, order)
    return path.flatMap(({ step, title, reason, levels }) =>
      levels.filter(({ covered }) => !covered).map(({ level, name }) => ({ step, title, reason, level, name })),
    )
  },
})
