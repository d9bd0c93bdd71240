import type { Knex } from 'knex'
import { type Resource, type Row, tableOf } from '../../resources/define/resource.ts'
import { readRow } from './stored.ts'

/** Rows of a resource as the domain reads them, in one query; `narrow` says which. No rights apply: commands check their own. */
export async function rowsOf<R extends Resource>(
  db: Knex,
  resource: R,
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Row<R>[]> {
  const found: Record<string, unknown>[] = await narrow(db(tableOf(resource)))
  return found.map(row => readRow(resource, row)) as unknown as Row<R>[]
}

/** The rows that count on a business day. */
export const validOn = (rows: Knex.QueryBuilder, day: string) =>
  rows.where('isActive', 1).where('validFrom', '<=', day).where('validTo', '>=', day)
