import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { behaviourOf } from '../extend.ts'
import type { StoredRow } from '../row-codec.ts'

/** Whether one of these columns is worked out for the rows that are shown. */
export const isWorkedOut = ({ workedOut = [] }: Resource, names: readonly string[]) =>
  workedOut.some(name => names.includes(name))

/** Rows with those of the named columns that are worked out row by row; what is closed to the reader on a row stays away. */
export async function withWorkedOut<R extends StoredRow>(
  db: Knex,
  report: Resource,
  { names, day }: { names: readonly string[]; day: string },
  rows: readonly R[],
): Promise<R[]> {
  if (!isWorkedOut(report, names) || rows.length === 0) return [...rows]
  const found = await behaviourOf(report).workedOut!(
    db,
    rows.map(({ id }) => id),
    day,
  )
  return rows.map(row => {
    const own = Object.entries(found.get(row.id) ?? {}).filter(([name]) => name in row)
    return { ...row, ...Object.fromEntries(own) }
  })
}
