import type { Knex } from 'knex'
import { order } from '../../resources/orders/order.ts'
import { actsOnAll, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { padValues } from '../derive/rows-of.ts'
import { yieldToOthers } from '../platform/yield-to-others.ts'

/**
 * Finds which of these orders each person may read now. People with the same conditions share one query, so the number
 * of queries does not grow with the number of people. People who read no orders are not in the map.
 */
export async function readableOrders(
  db: Knex,
  people: readonly Person[],
  orderIds: readonly number[],
): Promise<Map<Person, readonly number[]>> {
  const readable = new Map<Person, readonly number[]>()
  const byConditions = new Map<string, readonly number[]>()
  for (const person of people) {
    if (!person.ability.can('read', order.path)) continue
    if (actsOnAll(order, person, 'read')) {
      readable.set(person, orderIds)
      continue
    }
    const query = restrict(db('order').whereIn('order.id', padValues(orderIds)), db, order, person, 'read').pluck(
      'order.id',
    )
    const { sql, bindings } = query.toSQL()
    const conditions = `${sql} ${JSON.stringify(bindings)}`
    if (!byConditions.has(conditions)) {
      byConditions.set(conditions, await query)
      await yieldToOthers()
    }
    readable.set(person, byConditions.get(conditions)!)
  }
  return readable
}
