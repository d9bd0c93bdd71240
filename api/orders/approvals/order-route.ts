import type { Knex } from 'knex'
import type { ApprovalStillNeeded } from '../../../resources/orders/approvals/commands.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readOrder } from '../move-order.ts'
import { demandReadableOrder } from '../take-step.ts'
import { routeOfOrder } from './route-order.ts'

/**
 * The approvals that a pending order still needs, with the approvers of each by the people and limits of today. Empty
 * for all other orders and for buyers.
 */
export async function approvalsStillNeeded(db: Knex, id: number, person: Person): Promise<ApprovalStillNeeded[]> {
  await demandReadableOrder(db, id, person)
  const order = await readOrder(db, id)
  if (order.status !== 'PENDING' || person.userType !== 'EMPLOYEE') return []
  const { path } = await routeOfOrder(db, order)
  return path.flatMap(({ step, title, reason, levels }) =>
    levels.filter(({ covered }) => !covered).map(({ level, name }) => ({ step, title, reason, level, name })),
  )
}
