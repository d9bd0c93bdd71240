import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { databaseColumns, keyTextColumns } from './database-columns.ts'
import { decodeRow, type RowIn } from './row-codec.ts'

type Narrow = (rows: Knex.QueryBuilder) => Knex.QueryBuilder

/** Returns the rows of a resource that `narrow` selects, in one query. No rights apply: the caller checks them. */
export async function rowsOf<R extends Resource>(db: Knex, resource: R, narrow: Narrow): Promise<RowIn<R>[]> {
  const found: Record<string, unknown>[] = await narrow(db(tableOf(resource)))
  return found.map(row => decodeRow(resource, row))
}

/** One selection of rows for `rowsTogether`: a resource, and a function that limits its rows. */
export const selectFrom = <R extends Resource>(resource: R, narrow: Narrow) => ({ resource, narrow })

/**
 * Reads rows of several resources in one query, as `rowsOf` would return them; each row is transferred as JSON text.
 */
export async function readTogether<Selections extends Record<string, ReturnType<typeof selectFrom>>>(
  db: Knex,
  selections: Selections,
): Promise<{ [Name in keyof Selections]: RowIn<Selections[Name]['resource']>[] }> {
  const [first, ...rest] = Object.entries(selections).map(([name, { resource, narrow }]) =>
    narrow(db(tableOf(resource))).select(db.raw(`'${name}' as source`), db.raw(asJson(resource))),
  )
  const found: { source: string; row: string | Record<string, unknown> }[] = first ? await first.unionAll(rest) : []
  const bySource = Map.groupBy(found, ({ source }) => source)
  const sets = Object.entries(selections).map(([name, { resource }]) => [
    name,
    (bySource.get(name) ?? []).map(({ row }) => decodeRow(resource, parsed(row))),
  ])
  return Object.fromEntries(sets)
}

// MariaDB's driver parses JSON itself.
const parsed = (row: string | Record<string, unknown>): Record<string, unknown> =>
  typeof row === 'string' ? JSON.parse(row) : row

const jsonColumns = new WeakMap<Resource, string>()

/** Returns the SQL of all columns of a row as one JSON object, cached by resource; both databases support it. */
function asJson(resource: Resource): string {
  const cached = jsonColumns.get(resource)
  if (cached) return cached
  const shadows: string[] = keyTextColumns(resource)
  const table = tableOf(resource)
  const pairs = databaseColumns(resource)
    .filter(({ name }) => !shadows.includes(name))
    .map(({ name }) => `'${name}', \`${table}\`.\`${name}\``)
  const text = `json_object(${pairs.join(', ')}) as \`row\``
  jsonColumns.set(resource, text)
  return text
}

const LENGTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/**
 * Pads values to the next of a few fixed lengths by repeating the last one, so that lists of similar length give the
 * same statement, which the database has compiled already.
 */
export function padValues<Value>(values: readonly Value[]): readonly Value[] {
  const last = values.at(-1)
  const length = LENGTHS.find(step => step >= values.length)
  if (last === undefined || length === undefined) return values
  return [...values, ...Array<Value>(length - values.length).fill(last)]
}

/** Limits rows that a second person confirms to those that count: a change that waits leaves its row as it was. */
export const whereConfirmed = (rows: Knex.QueryBuilder): Knex.QueryBuilder =>
  rows.whereIn('confirmStatus', ['CONFIRMED', 'CHANGE_PENDING'])

/** Limits rows to those valid on a business day; `table` is needed where a joined table has such columns too. */
export function whereValidOn(rows: Knex.QueryBuilder, day: string, table?: string): Knex.QueryBuilder {
  const at = table === undefined ? '' : `${table}.`
  return rows.where(`${at}isActive`, 1).where(`${at}validFrom`, '<=', day).where(`${at}validTo`, '>=', day)
}
