import type { EntityType } from './entity-type.ts'
import type { Filter } from './filter.ts'
import { filterSql, propertySql, type Sql } from './filter-sql.ts'

export type Order = { name: string; descending: boolean }

/** An order without the beginning of the key at its end: rows come by key in any case, which an index knows. */
export function withoutKey({ key }: EntityType, order: readonly Order[]): readonly Order[] {
  const start = order.findIndex((_, index) =>
    order.slice(index).every(({ name, descending }, place) => name === key[place] && !descending),
  )
  return start < 0 ? order : order.slice(0, start)
}

/** A filter as a condition; none finds all. */
export const conditionsOf = (type: EntityType, filter: Filter | null): Sql =>
  filter ? filterSql(type, filter) : { text: 'true', values: [] }

/** The table of an entity set and its indexes. */
export function schemaOf(type: EntityType): string[] {
  const listed = [...type.indexes, ...(type.change.instant ? [[type.change.instant]] : [])]
  const indexes = listed.map(names => {
    const columns = names.map(name => propertySql(type, name)).join(', ')
    return `create index if not exists "${type.set}.${names.join('.')}" on "${type.set}" (${columns}, key)`
  })
  // Beside its rows an ordinary table has an index of the keys alone, through which skipping is quick.
  return [`create table if not exists "${type.set}" (key text not null primary key, body text not null)`, ...indexes]
}

/** The rows behind a place: those that differ first in a column where they come later. */
export function seekSql(
  columns: readonly string[],
  downward: readonly boolean[],
  place: readonly (string | number)[],
): Sql {
  if (!downward.includes(true))
    return { text: `(${columns.join(', ')}) > (${columns.map(() => '?').join(', ')})`, values: [...place] }
  const cases = columns.map((column, index) => {
    const same = columns.slice(0, index).map(earlier => `${earlier} = ?`)
    return [...same, `${column} ${downward[index] ? '<' : '>'} ?`].join(' and ')
  })
  return { text: `(${cases.join(' or ')})`, values: columns.flatMap((_, index) => place.slice(0, index + 1)) }
}

/** A place between pages as text: the values by which its last row is ordered. */
export const textOfPlace = (values: readonly unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

/** Throws RangeError for a place that no page gave. */
export function placeOf(text: string, length: number): (string | number)[] {
  try {
    const values = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const known = Array.isArray(values) && values.length === length
    if (known && values.every(value => typeof value === 'string' || typeof value === 'number')) return values
  } catch {}
  throw new RangeError('Invalid skip token')
}
