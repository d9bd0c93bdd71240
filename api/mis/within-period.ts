import type { Knex } from 'knex'
import type { Reader } from '../derive/list/reader.ts'

// A report is limited by its own column; where that is worked out, the column behind it is limited too, so that the
// database reads the period by an index.

/** Limits rows to the days of the period of a report, by a column with days. */
export function daysWithin(
  rows: Knex.QueryBuilder,
  { period = {} }: Pick<Reader, 'period'>,
  column: string,
): Knex.QueryBuilder {
  if (period.from !== undefined) rows.where(column, '>=', period.from)
  if (period.to !== undefined) rows.where(column, '<=', period.to)
  return rows
}
