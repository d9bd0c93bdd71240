import type { SapRow } from '../http/odata.ts'

/** The named fields of a row that the file has. */
export const pick = (row: SapRow, names: readonly string[]): SapRow =>
  Object.fromEntries(names.filter(name => name in row).map(name => [name, row[name]]))

/** The rows below another, as SAP's services write them. */
export const below = (...rows: readonly SapRow[]) => ({ results: rows })

/** Makes one row of those that agree in a field: the first, with the list that `children` makes of all. */
export const nested = (
  rows: readonly SapRow[],
  keyOf: (row: SapRow) => string,
  list: string,
  child: (row: SapRow) => SapRow,
): SapRow[] =>
  [...Map.groupBy(rows, keyOf).values()].map(group => ({ ...group[0], [list]: below(...group.map(child)) }))
