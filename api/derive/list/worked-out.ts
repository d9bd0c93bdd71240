import type { Knex } from 'knex'
import { isIdle } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { behaviourOf } from '../extend.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Reader } from './reader.ts'

/** Whether one of these columns is worked out for the rows that are shown. */
export const isWorkedOut = (report: Resource, names: readonly string[], { chosen = {} }: Pick<Reader, 'chosen'>) =>
  report.workedOut?.some(name => names.includes(name) && !isIdle(report, name, Object.keys(chosen))) ?? false

/** Rows with those of the named columns that are worked out row by row; what is closed to the reader on a row stays away. */
export async function withWorkedOut<R extends StoredRow>(
  db: Knex,
  report: Resource,
  { names, reader }: { names: readonly string[]; reader: Reader },
  rows: readonly R[],
): Promise<R[]> {
  if (!isWorkedOut(report, names, reader) || rows.length === 0) return [...rows]
  const workedOut = await behaviourOf(report).workedOut!(
    db,
    rows.map(({ id }) => id),
    reader,
  )
  return rows.map(row => {
    const own = Object.entries(workedOut.get(row.id) ?? {}).filter(([name]) => name in row)
    return { ...row, ...Object.fromEntries(own) }
  })
}
