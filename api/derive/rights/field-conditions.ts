import type { Knex } from 'knex'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import { columnOf } from '../../../resources/columns.ts'
import { extrasOf } from '../../../resources/define/column.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { today } from '../../platform/clock.ts'
import type { Reader } from '../list/reader.ts'
import { rowsNamed } from '../list/source.ts'
import type { Action } from './ability.ts'
import {
  actsOnAll,
  anyOf,
  applyConditions,
  type ConditionNode,
  cachedByRoles,
  holds,
  ownColumns,
  placeOf,
  readableBy,
  widestOf,
} from './conditions.ts'
import type { Person } from './person.ts'

/**
 * The columns that these roles read on some of their rows only, each with the conditions under which they do. Empty when
 * all grants give the same columns, which is the usual case.
 */
const conditionalFields = cachedByRoles((ability, resource, action): ReadonlyMap<string, ConditionNode> => {
  const grants = ability.rulesFor(action, resource.path)
  const everywhere = widestOf(grants).map(placeOf)
  const conditionsByKey = new Map<string, ConditionNode>()
  return new Map(
    [...readableNames(resource), ...extrasOf(resource)].flatMap((name): [string, ConditionNode][] => {
      const giving = grants.filter(grant => grant.matchesField(startOf(resource, name)))
      const places = widestOf(giving).map(placeOf)
      if (places.length === 0 || everywhere.every(place => places.includes(place))) return []
      // Columns given by the same grants share their conditions, so that one query answers for all of them.
      const key = places.sort().join()
      if (!conditionsByKey.has(key)) conditionsByKey.set(key, anyOf(giving))
      return [[name, conditionsByKey.get(key)!]]
    }),
  )
})

/** The row's own field at which a column begins. */
function startOf(resource: Resource, name: string): string {
  const column = columnOf(resource, name)!
  return column.way === 'through' ? column.steps[0]!.field : name
}

/** Whether the person may act on every row, in each of these columns. */
export const actsOnAllWith = (resource: Resource, person: Person, action: Action, names: readonly string[]) =>
  actsOnAll(resource, person, action) && !names.some(name => conditionalFields(person, resource, action).has(name))

/** The columns that the person has on every row on which they may act. */
export const unconditionalColumns = (person: Person, resource: Resource, action: Action) =>
  ownColumns(person, resource, action).filter(name => !conditionalFields(person, resource, action).has(name))

/** Limits a query, beyond `restrict`, to the rows on which the person also has these columns. */
export function restrictToColumns(
  query: Knex.QueryBuilder,
  db: Knex,
  resource: Resource,
  person: Person,
  action: Action,
  names: readonly string[],
  oneByOne = false,
) {
  const some = conditionalFields(person, resource, action)
  for (const conditions of new Set(names.flatMap(name => some.get(name) ?? [])))
    query.where(given => applyConditions(given, conditions, { db, person, resource, oneByOne }))
  return query
}

/** The value of a column in SQL, null on rows where the reader may not see it. */
export function valueWhereReadable(
  db: Knex,
  resource: Resource,
  asking: Reader,
  name: string,
  value: Knex.Raw,
): Knex.Raw {
  const { person } = asking
  const conditions = person && conditionalFields(person, resource, 'read').get(name)
  if (!conditions) return value
  return db.raw('case when ? = 1 then ? end', [holds(conditions, { db, person, resource, oneByOne: true }), value])
}

/**
 * Adds columns to a select that say, for each row, whether the person reads the columns they do not read everywhere.
 * `closedOf` removes these marks from a row and returns the names of the columns that are closed on it.
 */
export function opennessOf(db: Knex, resource: Resource, person: Person | undefined, names: readonly string[]) {
  const some = person ? conditionalFields(person, resource, 'read') : new Map<string, ConditionNode>()
  const differing = names.filter(name => some.has(name))
  const conditions = [...new Set(differing.map(name => some.get(name)!))]
  const marks = conditions.map((node, at) =>
    db.raw('? as ??', [holds(node, { db, person: person!, resource, oneByOne: true }), `open${at}`]),
  )
  const closedOf = (row: Record<string, unknown>): ReadonlySet<string> => {
    if (conditions.length === 0) return NONE
    const open = conditions.filter((_, at) => Number(row[`open${at}`]) === 1)
    for (const at of conditions.keys()) delete row[`open${at}`]
    return new Set(differing.filter(name => !open.includes(some.get(name)!)))
  }
  return { marks, closedOf }
}

/** The columns that the person reads on some of their rows only, each with the conditions. */
export const readOnSome = (person: Person, resource: Resource) => conditionalFields(person, resource, 'read')

const NONE: ReadonlySet<string> = new Set()

/** For each of these rows, the columns that the person has on other rows but not on it. One query for each kind of grant that differs. */
export async function closedFieldsOn(
  db: Knex,
  resource: Resource,
  person: Person,
  ids: readonly number[],
  { action = 'read' as Action, day = today() } = {},
): Promise<(id: number) => ReadonlySet<string>> {
  const some = conditionalFields(person, resource, action)
  if (some.size === 0) return () => NONE
  const id = `${tableOf(resource)}.id`
  const closed = new Map(ids.map(one => [one, new Set<string>()]))
  for (const conditions of new Set(some.values())) {
    const rows = rowsNamed(db, resource, { person, day }, ids)
    rows.where(given => applyConditions(given, conditions, { db, person, resource, oneByOne: true }))
    const open = new Set<number>(await rows.pluck(id))
    const names = [...some.keys()].filter(name => some.get(name) === conditions)
    for (const [one, shut] of closed) if (!open.has(one)) for (const name of names) shut.add(name)
  }
  return one => closed.get(one) ?? new Set(some.keys())
}

/** For each of these rows, the stored columns that the person reads on it. */
export async function readableColumnsOfRows(
  db: Knex,
  resource: Resource,
  person: Person,
  ids: readonly number[],
): Promise<(id: number) => readonly string[]> {
  const closed = await closedFieldsOn(db, resource, person, ids)
  return id => readableBy(person, resource).filter(name => !closed(id).has(name))
}

/** The stored columns of one row that the person reads on it. */
export const readableColumnsOfRow = async (db: Knex, resource: Resource, person: Person, id: number) =>
  (await readableColumnsOfRows(db, resource, person, [id]))(id)
