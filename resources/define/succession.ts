import type { Resource } from './resource.ts'
import type { RowValues } from './row-values.ts'

/** The prices, percentages and limits of a dated resource that people keep. */
const amountsOf = ({ dated, fields, key }: Resource): string[] =>
  dated
    ? Object.keys(fields).filter(name => {
        const { kind, scale, sap, server } = fields[name]!
        return kind === 'number' && scale === 2 && !sap && !server && !key.includes(name)
      })
    : []

/** The amount that a change from `before` to `row` would overwrite in a row that has already counted before `today`. */
export function overwrittenAmount(
  resource: Resource,
  before: RowValues,
  row: RowValues,
  today: string,
): string | undefined {
  if (String(before.validFrom) >= today) return undefined
  return amountsOf(resource).find(name => (before[name] ?? null) !== (row[name] ?? null))
}

/**
 * The first day of the successor row that is needed because the change touches a price or limit in force: today, or the
 * later day that was given. Undefined when the row may be changed in place, or may not be changed at all.
 */
export function successorStart(
  resource: Resource,
  before: RowValues,
  row: RowValues,
  today: string,
): string | undefined {
  if (overwrittenAmount(resource, before, row, today) === undefined) return undefined
  if (row.isActive === false || String(before.validTo) < today) return undefined
  const validFrom = row.validFrom === before.validFrom ? today : String(row.validFrom)
  return validFrom < today ? undefined : validFrom
}
