import type { Knex } from 'knex'
import { type Condition, isNot, valuesIn } from '../../../resources/define/condition.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowUse } from '../../../resources/platform/commands/uses.ts'
import { resources } from '../../../resources/registry.ts'
import { today } from '../../platform/clock.ts'
import { encodeValue } from '../row-codec.ts'

/** How many rows of one resource still refer to a row. */
type Use = Omit<RowUse, 'label'>

/** Returns the references to a row from active and valid masters and from open records, in one query. */
export async function referencesTo(db: Knex, target: Resource, id: number): Promise<Use[]> {
  const counted = pointingAt(target).flatMap(({ resource, field }) => {
    const rows = referringRows(db, resource)
    return rows ? [{ resource, field, query: rows.where(field, id) }] : []
  })
  if (counted.length === 0) return []
  const [first, ...rest] = counted.map(({ query }, index) =>
    db
      // An inline value, because Knex would bind it after the values of the inner query.
      .select(db.raw(`${index} as ??`, ['place']))
      .count({ count: '*' })
      .from(query.select('id').limit(COUNTED).as(`uses${index}`)),
  )
  const found: { place: number; count: number }[] = await first!.unionAll(rest)
  return found
    .filter(({ count }) => Number(count) > 0)
    .map(({ place, count }) => {
      const { resource, field } = counted[place]!
      return { resource: resource.name, path: resource.path, title: resource.title, field, count: Number(count) }
    })
}

/** Whether any master or record can refer to rows of a resource. */
export const isReferredTo = (target: Resource): boolean => pointingAt(target).length > 0

const COUNTED = 1000
/** Ids in one query: each is bound once for every field that can refer to them. */
const PART = 150

/** Returns the references to many rows by id; rows without references are left out. */
export async function referencesToMany(
  db: Knex,
  target: Resource,
  ids: readonly number[],
): Promise<Map<number, Use[]>> {
  const uses = new Map<number, Use[]>()
  const pointing = pointingAt(target)
  for (let start = 0; start < ids.length && pointing.length > 0; start += PART) {
    const part = ids.slice(start, start + PART)
    const counts = pointing.flatMap(({ resource, field }, index) => {
      const rows = referringRows(db, resource)?.whereIn(field, part).groupBy(field)
      return rows ? [rows.select(db.raw('? as ??', [index, 'place']), `${field} as used`).count({ count: '*' })] : []
    })
    if (counts.length === 0) break
    // Combined by a separate query, because the «group by» of the first would move to the end.
    const found: { place: number; used: number; count: number }[] = await db.queryBuilder().unionAll(counts)
    for (const { place, used, count } of found) {
      const { resource, field } = pointing[place]!
      const use = { resource: resource.name, path: resource.path, title: resource.title, field, count: Number(count) }
      uses.set(used, [...(uses.get(used) ?? []), use])
    }
  }
  return uses
}

/** Every field of a resource that can refer to rows of another. */
export const pointingAt = (target: Resource) =>
  resources.flatMap(resource =>
    Object.entries(resource.fields)
      .filter(([, { to }]) => to === target.name || (to === 'self' && resource === target))
      // Who acted is told by a deactivated login, too.
      .filter(() => resource.kind === 'master' || target.name !== 'user')
      .map(([field]) => ({ resource, field })),
  )

/** Returns the rows of a resource that still need the masters they refer to; undefined where none ever do. */
export function referringRows(db: Knex, resource: Resource): Knex.QueryBuilder | undefined {
  const { kind, dated, openIf } = resource
  if (kind === 'record' && openIf === undefined) return undefined
  if (openIf === 'never') return undefined
  const rows = db(tableOf(resource))
  if (kind === 'master') rows.where('isActive', 1)
  // What ends today needs nothing tomorrow.
  if (dated) rows.where('validTo', '>', today())
  const conditions = [openIf ?? []].flat()
  if (conditions.length === 0) return rows
  return rows.where(open => {
    for (const condition of conditions) open.orWhere(row => whereFulfils(row, condition))
  })
}

/** Limits a query to the rows that fulfil a condition. */
function whereFulfils(rows: Knex.QueryBuilder, condition: Condition) {
  for (const [name, test] of Object.entries(condition)) {
    const values = valuesIn(test).map(value => encodeValue(value) as string)
    if (isNot(test)) rows.whereNotIn(name, values)
    else rows.whereIn(name, values)
  }
}
