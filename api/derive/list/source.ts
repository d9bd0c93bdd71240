import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { behaviourOf } from '../extend.ts'
import { noteVarying } from '../varying-sql.ts'
import type { Reader } from './reader.ts'

/** Returns the source of a list's rows: its table, or the query of a report under the name of a table. */
export function sourceOf(db: Knex, resource: Resource, reader: Reader): Knex.QueryBuilder {
  if (resource.kind !== 'report') return db(tableOf(resource))
  return db.from(together(db, partsOf(db, resource, reader)).as(tableOf(resource)))
}

/** Returns the parts of a source, one for most lists, each under the name of the table. */
export const sourcesOf = (db: Knex, resource: Resource, reader: Reader): Knex.QueryBuilder[] =>
  resource.kind === 'report'
    ? partsOf(db, resource, reader).map(part => db.from(part.as(tableOf(resource))))
    : [db(tableOf(resource))]

/** Returns the rows of a source that have these ids; each part looks for them by its own index. */
export function rowsNamed(db: Knex, resource: Resource, reader: Reader, ids: readonly number[]): Knex.QueryBuilder {
  const table = tableOf(resource)
  const parts = sourcesOf(db, resource, { ...reader, ids }).map(part => part.whereIn(`${table}.id`, [...ids]))
  if (parts.length === 1) return parts[0]!
  return db.from(
    together(
      db,
      parts.map(part => part.select(`${table}.*`)),
    ).as(table),
  )
}

function partsOf(db: Knex, report: Resource, reader: Reader): readonly Knex.QueryBuilder[] {
  noteVarying()
  const asked = behaviourOf(report).query!(db, reader)
  return Array.isArray(asked) ? asked : [asked as Knex.QueryBuilder]
}

/**
 * Selects the ids of one part of a report, whose parts share one range of ids: the id of its table times the number of kinds,
 * and its own place among them. The rows that a reader wants are looked up, and pages sorted, by the column itself.
 */
export function withSharedId(
  rows: Knex.QueryBuilder,
  db: Knex,
  { ids }: Reader,
  { column, kinds = 1, place = 0 }: { column: string; kinds?: number; place?: number },
): Knex.QueryBuilder {
  const wanted = ids?.filter(id => id % kinds === place).map(id => (id - place) / kinds)
  if (wanted) rows.whereIn(column, wanted)
  return rows.select(db.raw(`?? * ${kinds} + ${place} as ??`, [column, 'id']), db.raw('?? as ??', [column, PART_ID]))
}

/** The id of a row in the table of its part. */
export const PART_ID = 'partId'

/** The rows of queries with the same columns in the same order; each may have an order and a limit of its own. */
export const together = (db: Knex, parts: readonly Knex.QueryBuilder[]): Knex.QueryBuilder =>
  parts.length === 1
    ? parts[0]!
    : db.unionAll(parts.map((part, at) => db.from(part.as(`part${at}`)).select('*')) as never)
