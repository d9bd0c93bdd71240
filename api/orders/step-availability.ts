import type { Knex } from 'knex'
import { isNarrowed } from '../../resources/access-control/company-roles.ts'
import type { Actor } from '../../resources/define/process/process.ts'
import { cancellable } from '../../resources/orders/cancel/cancellable.ts'
import type { Order } from '../../resources/orders/order.ts'
import { order as orders } from '../../resources/orders/order.ts'
import type { OrderSubject } from '../../resources/orders/order-guards.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { endedStates } from '../../resources/orders/order-states.ts'
import { restrict, withoutDecisionAccess } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { isSending, isStuck, linesBeingCancelled, mayBeInSap } from '../outbox/messages-of-order.ts'
import { decidesForCompany } from './approvals/company-yes.ts'
import { decidableTask } from './approvals/decide.ts'
import { findBuyer } from './pad/order-customers.ts'

/** Reads what the flow needs to know about an order, and in which capacities the person acts on it. */
export async function stepAvailability(
  db: Knex,
  order: Order,
  person: Person,
): Promise<{ subject: OrderSubject; actors: Actor[] }> {
  const lines = await rowsOf(db, orderLine, rows => rows.where({ orderId: order.id }))
  const isUnderWay = order.status === 'CONFIRMED' || order.status === 'PARTIALLY_DISPATCHED'
  const hasEnded = (endedStates as readonly string[]).includes(order.status)
  const beingCancelled = new Set(isUnderWay ? await linesBeingCancelled(db, order.id) : [])
  const subject = {
    status: order.status,
    pendingStep: order.pendingStep,
    openLineCount: lines.filter(({ lineStatus }) => lineStatus === 'OPEN').length,
    isSending: order.status === 'APPROVED' && (await isSending(db, order.id)),
    mayBeInSap: order.status === 'APPROVED' && (await mayBeInSap(db, order.id)),
    isStuck: (order.status === 'APPROVED' || isUnderWay) && (await isStuck(db, order.id)),
    isAskedInCompany: order.companyAskedAt !== null,
    isCopyable: hasEnded && (await findBuyer(db, person, order.customerId)) !== undefined,
    isCancellable: isUnderWay && lines.some(line => 'qty' in cancellable(line, beingCancelled.has(line.id))),
  }
  const acts = !isNarrowed(person.company) || person.ability.can('update', orders.path)
  const actors: Actor[] = acts && (await isInScope(db, order, person)) ? [...person.roles] : []
  if (acts && order.placedById === person.id) actors.push('owner')
  if (order.status === 'PENDING' && (await decidableTask(db, order.id, person))) actors.push('assignee')
  if (await decidesForCompany(db, order, person)) actors.push('colleague')
  return { subject, actors }
}

/**
 * Whether the person acts on the order by their roles: people who read it only because they are assigned its approval
 * decide it and nothing else.
 */
async function isInScope(db: Knex, { id }: Order, person: Person): Promise<boolean> {
  if (person.asked !== 'BESIDE') return true
  const own = withoutDecisionAccess(person)
  // System administrators read no orders and still help them through to SAP.
  if (!own.ability.can('read', orders.path)) return true
  return (await restrict(db('order').where('order.id', id), db, orders, own, 'read').first('order.id')) !== undefined
}
