import { columnOf } from '../../../resources/columns.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { daysOf } from '../../../resources/define/periods.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ColumnFilter } from '../../../resources/platform/column-filter.ts'
import type { ListState } from '../list/list-state.ts'

interface Key {
  name: string
  value: string | number | boolean | null
}

/** The rows of a group: the report with its filters and those of the group, row by row. */
export function narrowedTo(resource: Resource, state: ListState, keys: readonly Key[], today = now()): ListState {
  const names = keys.map(({ name }) => name)
  const kept = state.filters
    .filter(({ field }) => !names.includes(field))
    .map(filter => (filter.field === resource.period?.field ? withBothDays(filter, today) : filter))
  const own = keys.map(key =>
    filterOf(
      resource,
      key,
      state.filters.find(({ field }) => field === key.name),
      today,
    ),
  )
  return {
    ...state,
    page: 1,
    filters: [...kept, ...own],
    // A report that opens grouped must be asked for its rows.
    grouping: resource.grouped && { by: [] },
    beside: undefined,
    bridge: false,
  }
}

/** A link is opened later too, when another month is «this month». */
const withBothDays = (filter: ColumnFilter, today: string): ColumnFilter =>
  filter.operator === 'within'
    ? { field: filter.field, operator: 'between', value: daysOf(filter.value, today) }
    : filter

const now = () => dayOf(new Date().toISOString())

function filterOf(
  resource: Resource,
  { name, value }: Key,
  given: ColumnFilter | undefined,
  today: string,
): ColumnFilter {
  if (value === null) return { field: name, operator: 'null', value: true }
  const { kind } = columnOf(resource, name)!.field
  if (kind === 'date') return { field: name, operator: 'between', value: daysIn(String(value), given, today) }
  if (kind === 'choice' || kind === 'reference')
    return { field: name, operator: 'in', value: [value as string | number] }
  return { field: name, operator: 'eq', value }
}

/** The days of a month that the filter of the report leaves. */
function daysIn(month: string, given: ColumnFilter | undefined, today: string): [string, string] {
  const last = addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1)
  const [from, to] = boundsOf(given, today)
  return [from !== null && from > month ? from : month, to !== null && to < last ? to : last]
}

/** The first and the last day of a filter on days, open ends as null. */
export function boundsOf(given: ColumnFilter | undefined, today: string): [string | null, string | null] {
  if (given?.operator === 'within') return daysOf(given.value, today)
  if (given?.operator === 'between') return given.value as [string | null, string | null]
  return [null, null]
}
