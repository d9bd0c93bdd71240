import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'
import { padValues } from '../rows-of.ts'
import { actsOnAll, restrict } from './conditions.ts'
import type { Person } from './person.ts'

/**
 * Finds which of these rows each person may read now. People with the same conditions share one query, so the number of
 * queries does not grow with the number of people. People who read none of the resource are not in the map.
 */
export async function readableBy(
  db: Knex,
  resource: Resource,
  people: readonly Person[],
  ids: readonly number[],
): Promise<Map<Person, readonly number[]>> {
  const readable = new Map<Person, readonly number[]>()
  const byConditions = new Map<string, readonly number[]>()
  const id = `${tableOf(resource)}.id`
  for (const person of people) {
    if (!person.ability.can('read', resource.path)) continue
    if (actsOnAll(resource, person, 'read')) {
      readable.set(person, ids)
      continue
    }
    const rows = db(tableOf(resource)).whereIn(id, padValues(ids))
    const query = restrict(rows, db, resource, person, 'read').pluck(id)
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
