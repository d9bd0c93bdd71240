import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { columnsOf, shadowsOf } from './columns.ts'
import { type RowIn, readRow } from './row-codec.ts'

type Narrow = (rows: Knex.QueryBuilder) => Knex.QueryBuilder

/** Rows of a resource as the domain reads them, in one query; `narrow` says which. No rights apply: commands check their own. */
export async function rowsOf<R extends Resource>(db: Knex, resource: R, narrow: Narrow): Promise<RowIn<R>[]> {
  const found: Record<string, unknown>[] = await narrow(db(tableOf(resource)))
  return found.map(row => readRow(resource, row))
}

/** One set of rows to be read together with others: of which resource, and which of its rows. */
export const ask = <R extends Resource>(resource: R, narrow: Narrow) => ({ resource, narrow })

/** Rows of several resources in one query, each as `rowsOf` would give them; each row travels as one JSON text. */
export async function rowsTogether<Asked extends Record<string, ReturnType<typeof ask>>>(
  db: Knex,
  asked: Asked,
): Promise<{ [Name in keyof Asked]: RowIn<Asked[Name]['resource']>[] }> {
  const [first, ...rest] = Object.entries(asked).map(([name, { resource, narrow }]) =>
    narrow(db(tableOf(resource))).select(db.raw(`'${name}' as source`), db.raw(asJson(resource))),
  )
  const found: { source: string; row: string | Record<string, unknown> }[] = first ? await first.unionAll(rest) : []
  const bySource = Map.groupBy(found, ({ source }) => source)
  const sets = Object.entries(asked).map(([name, { resource }]) => [
    name,
    (bySource.get(name) ?? []).map(({ row }) => readRow(resource, parsed(row))),
  ])
  return Object.fromEntries(sets)
}

// MariaDB's driver has read it already.
const parsed = (row: string | Record<string, unknown>): Record<string, unknown> =>
  typeof row === 'string' ? JSON.parse(row) : row

const madeJson = new WeakMap<Resource, string>()

/** All columns of a row that its readers see, as one JSON object; both databases have the function. Made once a resource. */
function asJson(resource: Resource): string {
  const known = madeJson.get(resource)
  if (known) return known
  const shadows: string[] = shadowsOf(resource)
  const table = tableOf(resource)
  const pairs = columnsOf(resource)
    .filter(({ name }) => !shadows.includes(name))
    .map(({ name }) => `'${name}', \`${table}\`.\`${name}\``)
  const text = `json_object(${pairs.join(', ')}) as \`row\``
  madeJson.set(resource, text)
  return text
}

const LADDER = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/**
 * The values as often as the next step of a ladder says, the last one repeated: lists of almost the same length make the
 * same statement, which the database then has compiled already.
 */
export function evenly<Value>(values: readonly Value[]): readonly Value[] {
  const last = values.at(-1)
  const length = LADDER.find(step => step >= values.length)
  if (last === undefined || length === undefined) return values
  return [...values, ...Array<Value>(length - values.length).fill(last)]
}

/** The rows that count on a business day; `table` is named where another one joined to it has such columns too. */
export function validOn(rows: Knex.QueryBuilder, day: string, table?: string): Knex.QueryBuilder {
  const at = table === undefined ? '' : `${table}.`
  return rows.where(`${at}isActive`, 1).where(`${at}validFrom`, '<=', day).where(`${at}validTo`, '>=', day)
}
