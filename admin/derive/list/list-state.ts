import type { CrudFilter, CrudSort } from '@refinedev/core'
import { columnOf } from '../../../resources/columns.ts'
import { extrasOf } from '../../../resources/define/column.ts'
import { dayOf, isDay } from '../../../resources/define/dates.ts'
import { conditionsOf, sentOf, usualSortOf } from '../../../resources/define/process/worklist.ts'
import type { Grouping, Resource } from '../../../resources/define/resource.ts'
import { type ColumnFilter, readFilter, writeFilter } from '../../../resources/platform/column-filter.ts'
import { partOf } from '../../http/asked.ts'
import { conditionOf } from '../filter/filter-state.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const
const SIZE = 20

/**
 * Everything that decides what a list shows. The address holds all of it, so a link, a reload or «back» shows the same.
 */
export interface ListState {
  q: string
  active: 'active' | 'inactive' | 'all'
  /** Only rows valid that day, in dated masters; what a report showed that day. `today` moves with the calendar. */
  on: string | undefined
  page: number
  size: number
  sort: CrudSort[]
  /** All of these must hold. */
  filters: ColumnFilter[]
  /** And at least one of these groups, with all of its filters. */
  anyOf: ColumnFilter[][]
  /** Of a report: how its rows are grouped, by no column where they stand one by one; undefined as the report opens. */
  grouping: Grouping | undefined
  /** Of a report: the period that stands beside its own. */
  beside: string | undefined
  /** Of a report: whether its growth bridge is shown. */
  bridge: boolean
}

export const isListFiltered = (state: ListState) =>
  state.q !== '' ||
  state.filters.length > 0 ||
  state.anyOf.length > 0 ||
  (state.on !== undefined && state.on !== ANY_DAY) ||
  state.active === 'inactive'

/** Parses the state of a list from the address; anything absent or invalid takes the default. */
export function readState(resource: Resource, query: URLSearchParams): ListState {
  const active = query.get('active')
  const size = Number(query.get('size'))
  return {
    q: query.get('q') ?? '',
    active: active === 'all' || active === 'inactive' ? active : 'active',
    on: readDay(resource, query.get('on')),
    page: Math.max(1, Math.min(10_001, Math.trunc(Number(query.get('page'))) || 1)),
    size: PAGE_SIZES.includes(size as 20) ? size : SIZE,
    sort: readSort(resource, query.get('sort') ?? ''),
    filters: inPeriod(resource, readFilters(resource, query, 'f')),
    anyOf: GROUPS.map(group => readFilters(resource, query, group)).filter(({ length }) => length > 0),
    grouping: readGrouping(resource, query),
    beside: (resource.groups && resource.period && query.get('beside')) || undefined,
    bridge: query.has('bridge'),
  }
}

const ROW_BY_ROW = 'none'

/** `by=sbuId,productId`, or `by=sbuId&across=orderDate&of=grossValue`; `by=none` where a report opens grouped. */
function readGrouping({ groups = [], grouped }: Resource, query: URLSearchParams): Grouping | undefined {
  const groupingText = query.get('by')
  if (groupingText === null || groups.length === 0) return undefined
  if (groupingText === ROW_BY_ROW) return grouped && { by: [] }
  const across = query.get('across') ?? undefined
  const by = groupingText.split(',').slice(0, across ? 1 : 2)
  const named = [...by, ...(across ? [across] : [])]
  if (!named.every((name, at) => groups.includes(name) && named.indexOf(name) === at)) return undefined
  const of = query.get('of')
  return { by, ...(across && { across }), ...(across && of && { of }) }
}

/** How the rows of a report are grouped, if they are. */
export function groupingOf({ grouped }: Resource, { grouping = grouped }: ListState): Grouping | undefined {
  return grouping && grouping.by.length > 0 ? grouping : undefined
}

/** Parameters of filters that must hold start with `f.`; those of the alternative groups with `a.`, `b.` and so on. */
const GROUPS = ['a', 'b', 'c', 'd', 'e']
export const MAX_GROUPS = GROUPS.length
/** The rows in force on the current day. */
export const TODAY = 'today'

/** Rows of any day, where a list would otherwise open with those in force today. */
export const ANY_DAY = 'any'

function readDay({ dated, keptDaily, currentOnly }: Resource, on: string | null): string | undefined {
  if (keptDaily) return on !== null && isDay(on) ? on : undefined
  if (!dated) return undefined
  if (on === TODAY || (on !== null && isDay(on))) return on
  if (!currentOnly) return undefined
  return on === ANY_DAY ? on : TODAY
}

/** A report always covers a period; by default its latest days. */
function inPeriod({ period }: Resource, filters: ColumnFilter[]): ColumnFilter[] {
  if (!period || filters.some(({ field }) => field === period.field)) return filters
  return [{ field: period.field, operator: 'within', value: period.opens }, ...filters]
}

const readFilters = (resource: Resource, query: URLSearchParams, group: string): ColumnFilter[] =>
  [...query].flatMap(([key, text]) => (key.startsWith(`${group}.`) ? readFilter(resource, key.slice(2), text) : []))

/** The shortest query string for the state; defaults are left out. */
export function writeState(state: ListState): URLSearchParams {
  const query = new URLSearchParams()
  const { grouping } = state
  if (grouping) query.set('by', grouping.by.join() || ROW_BY_ROW)
  if (grouping?.across) query.set('across', grouping.across)
  if (grouping?.of) query.set('of', grouping.of)
  if (state.beside) query.set('beside', state.beside)
  if (state.bridge) query.set('bridge', '1')
  if (state.q) query.set('q', state.q)
  if (state.active !== 'active') query.set('active', state.active)
  if (state.on) query.set('on', state.on)
  for (const filter of state.filters) query.set(`f.${filter.field}`, writeFilter(filter))
  const groups = state.anyOf.filter(({ length }) => length > 0)
  groups.forEach((group, index) => {
    for (const filter of group) query.set(`${GROUPS[index]}.${filter.field}`, writeFilter(filter))
  })
  if (state.sort.length > 0) {
    query.set('sort', state.sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(','))
  }
  if (state.page !== 1) query.set('page', String(state.page))
  if (state.size !== SIZE) query.set('size', String(state.size))
  return query
}

/** The API sorts by at most five columns, and the id is always the last. */
export const MAX_SORTS = 4

function readSort(resource: Resource, text: string): CrudSort[] {
  const seen = new Set<string>()
  return text.split(',').flatMap(part => {
    const field = part.replace(/^-/, '')
    if (!isSortable(resource, field) || seen.has(field) || seen.size >= MAX_SORTS) return []
    seen.add(field)
    return [{ field, order: part.startsWith('-') ? 'desc' : 'asc' } as CrudSort]
  })
}

/** Lists and JSON have no meaningful order, and what is worked out for a page has none that is known. */
export function isSortable(resource: Resource, name: string) {
  const column = columnOf(resource, name)
  const kept = column?.shown === true && !column.field.secret && !['list', 'json'].includes(column.field.kind)
  return kept && !resource.workedOut?.includes(name)
}

/** The API request of a list: filters, sort with the id last so that pages never overlap, and search text. */
export function listRequest(resource: Resource, state: ListState, today = dayOf(new Date().toISOString())) {
  const asCondition = (filter: ColumnFilter) => conditionOf(resource, filter, today)
  // The API knows the usual order of a resource, not that of a worklist.
  const sort = state.sort.length > 0 ? state.sort : readSort(resource, usualSortOf(resource).join())
  const isById = sort.length === 0 || sort.some(({ field }) => field === 'id')
  const groups: CrudFilter[] = state.anyOf.map(group => ({ operator: 'and', value: group.map(asCondition) }))
  const always = conditionsOf(resource, new Date().toISOString()) as readonly CrudFilter[]
  const filters = [...always, ...inUseOn(resource, state, today), ...state.filters.map(asCondition)]
  return {
    filters: groups.length > 0 ? [...filters, { operator: 'or', value: groups } as CrudFilter] : filters,
    sorters: isById ? sort : [...sort, { field: 'id', order: 'asc' } as CrudSort],
    query: {
      ...(state.q ? { q: state.q } : {}),
      ...(hasActivity(resource, state) ? { isActive: state.active === 'active' } : {}),
      ...(state.on && state.on !== ANY_DAY ? { asOn: state.on === TODAY ? today : state.on } : {}),
    },
  }
}

/** Whether rows are filtered by being active alone: what has ended is shown with what was switched off. */
const hasActivity = ({ kind, dated }: Resource, { active, on, filters }: ListState) =>
  kind === 'master' && active !== 'all' && (active === 'active' || !dated || asksForDays(on, filters))

/** The days of rows are asked for anyway. */
const asksForDays = (on: string | undefined, filters: readonly ColumnFilter[]) =>
  (on !== undefined && on !== ANY_DAY) || filters.some(({ field }) => field === 'validTo')

/** Rows with a period are active until they have ended. */
function inUseOn({ kind, dated }: Resource, { active, on, filters }: ListState, today: string): CrudFilter[] {
  if (kind !== 'master' || !dated || active === 'all' || asksForDays(on, filters)) return []
  if (active === 'active') return [{ field: 'validTo', operator: 'gte', value: today }]
  const ended = { field: 'validTo', operator: 'lt', value: today } as const
  return [{ operator: 'or', value: [{ field: 'isActive', operator: 'eq', value: false }, ended] }]
}

/** The optional columns that the request must name, since the API sends them only on demand. */
export function selectParams(resource: Resource, columns: readonly { name: string; shown: boolean }[]) {
  const further = columns.filter(({ name, shown }) => shown && extrasOf(resource).includes(name))
  const names = further
    .map(({ name }) => name)
    .filter(name => !sentOf(resource).includes(name))
    .sort()
  return partOf({ select: names.length > 0 ? ['*', ...names] : undefined })
}
