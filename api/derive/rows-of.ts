import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { type RowIn, readRow } from './stored.ts'

/** Rows of a resource as the domain reads them, in one query; `narrow` says which. No rights apply: commands check their own. */
export async function rowsOf<R extends Resource>(
  db: Knex,
  resource: R,
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<RowIn<R>[]> {
  const found: Record<string, unknown>[] = await narrow(db(tableOf(resource)))
  return found.map(row => readRow(resource, row))
}

/** The rows that count on a business day; `table` is named where another one joined to it has such columns too. */
export function validOn(rows: Knex.QueryBuilder, day: string, table?: string): Knex.QueryBuilder {
  const at = table === undefined ? '' : `${table}.`
  return rows.where(`${at}isActive`, 1).where(`${at}validFrom`, '<=', day).where(`${at}validTo`, '>=', day)
}
