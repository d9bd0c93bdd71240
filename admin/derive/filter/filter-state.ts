import type { CrudFilter } from '@refinedev/core'
import { columnOf } from '../../../resources/columns.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { daysAsked } from '../../../resources/define/periods.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Bound, ColumnFilter } from '../../../resources/platform/column-filter.ts'

/** A filter as a condition of the API; relative periods become days as of today. */
export function conditionOf(resource: Resource, filter: ColumnFilter, today: string): CrudFilter {
  const { field } = filter
  if (filter.operator === 'starts') return { ...filter, operator: 'startswith' }
  if (filter.operator === 'within') return between(resource, field, daysAsked(resource, field, filter.value, today))
  if (filter.operator === 'between') return between(resource, field, filter.value)
  return filter as CrudFilter
}

/** A range of days on an instant covers whole Indian days. */
function between(resource: Resource, name: string, value: [Bound, Bound]): CrudFilter {
  const plain = { field: name, operator: 'between' as const, value }
  if (columnOf(resource, name)!.field.kind !== 'instant') return plain
  const [from, to] = value as [string | null, string | null]
  const last = to && new Date(Date.parse(instantOf(addDays(to, 1))) - 1).toISOString()
  return { ...plain, value: [from && instantOf(from), last] }
}
