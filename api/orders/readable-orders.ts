import type { Knex } from 'knex'
import { order } from '../../resources/orders/order.ts'
import { actsOnAll, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { evenly } from '../derive/rows-of.ts'
import { letOthersIn } from '../platform/yield-to-others.ts'

/**
 * Finds which of these orders each person may read now. People with the same conditions share one query, so the number
 * of queries does not grow with the number of people. People who read no orders are not in the map.
 */
export async function readableOrders(
  db: Knex,
  people: readonly Person[],
  orderIds: readonly number[],
): Promise<Map<Person, readonly number[]>> {
  const found = new Map<Person, readonly number[]>()
  const known = new Map<string, readonly number[]>()
  for (const person of people) {
    if (!person.ability.can('read', order.path)) continue
    if (actsOnAll(order, person, 'read')) {
      found.set(person, orderIds)
      continue
    }
    const asked = restrict(db('order').whereIn('order.id', evenly(orderIds)), db, order, person, 'read').pluck(
      'order.id',
    )
    const { sql, bindings } = asked.toSQL()
    const rules = `${sql} ${JSON.stringify(bindings)}`
    if (!known.has(rules)) {
      known.set(rules, await asked)
      await letOthersIn()
    }
    found.set(person, known.get(rules)!)
  }
  return found
}
