import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowIn } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'

type Narrow = Parameters<typeof rowsOf>[2]

/**
 * The rows of a master that `narrow` selects, by a key: of several the active one, else the last. Somebody may have
 * deactivated a row that SAP still has: it is updated and stays inactive.
 */
export async function latestRows<R extends Resource>(
  db: Knex,
  resource: R,
  keyOf: (row: RowIn<R>) => string,
  narrow: Narrow,
): Promise<Map<string, RowIn<R>>> {
  const table = tableOf(resource)
  const rows = await rowsOf(db, resource, found => narrow(found).orderBy([`${table}.isActive`, `${table}.id`]))
  return new Map(rows.map(row => [keyOf(row), row]))
}
