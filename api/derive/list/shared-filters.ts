import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { addressFor, namedIn } from '../../../resources/platform/saved-query.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { columnsReadBy, restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'

interface SharedFilter {
  /** The list; undefined for one that is no longer there. */
  list: Resource | undefined
  address: string
}

/** The filters that somebody else saved, as this person may have them: without the columns and rows that they do not see. */
export async function addressesFor(db: Knex, person: Person, filters: readonly SharedFilter[]): Promise<string[]> {
  const seen = new Map<string, ReadonlySet<number>>()
  const named = filters.flatMap(({ list, address }) => (list ? namedIn(list, address) : []))
  for (const [to, parts] of Map.groupBy(named, one => one.to))
    seen.set(to, await seenAmong(db, person, resourceNamed(to), [...new Set(parts.flatMap(({ ids }) => ids))]))
  return filters.map(({ list, address }) => {
    if (!list) return address
    const readable = new Set(columnsReadBy(person, list))
    return addressFor(list, address, {
      reads: name => readable.has(name),
      sees: (to, id) => seen.get(to)?.has(id) === true,
    })
  })
}

/** Of some rows, those that the person reads. */
export async function seenAmong(
  db: Knex,
  person: Person,
  target: Resource,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0 || !person.ability.can('read', target.path)) return new Set()
  const table = tableOf(target)
  const rows = restrict(db(table), db, target, person, 'read').whereIn(`${table}.id`, [...ids])
  return new Set((await rows.pluck(`${table}.id`)).map(Number))
}
