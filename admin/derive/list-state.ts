import type { CrudFilter, CrudSort } from '@refinedev/core'
import { columnOf } from '../../resources/columns.ts'
import { extrasOf } from '../../resources/define/column.ts'
import { addDays, instantOf, isDay } from '../../resources/define/dates.ts'
import type { Field } from '../../resources/define/fields.ts'
import type { Resource } from '../../resources/define/resource.ts'

export const SIZES = [10, 20, 50, 100] as const
const SIZE = 20

/** Everything that decides what a list shows. The address bar holds all of it, so a link, a reload or «back» show the same. */
export interface ListState {
  q: string
  active: 'active' | 'inactive' | 'all'
  /** Only rows valid that day; for dated masters. */
  on: string | undefined
  page: number
  size: number
  sort: CrudSort[]
  /** Values as they are kept: paise, thousandths, days, ids. */
  filters: ColumnFilter[]
}

export type Bound = string | number | null
export type ColumnFilter =
  | { field: string; operator: 'contains' | 'eq'; value: string | number | boolean }
  | { field: string; operator: 'between'; value: [Bound, Bound] }
  | { field: string; operator: 'in'; value: (string | number)[] }
  | { field: string; operator: 'null' | 'nnull'; value: true }

export const isFiltered = (state: ListState) =>
  state.q !== '' || state.filters.length > 0 || state.on !== undefined || state.active === 'inactive'

/** What the address says; anything it does not say, or says wrongly, is the default. */
export function readState(resource: Resource, query: URLSearchParams): ListState {
  const active = query.get('active')
  const on = query.get('on')
  const size = Number(query.get('size'))
  return {
    q: query.get('q') ?? '',
    active: active === 'all' || active === 'inactive' ? active : 'active',
    on: resource.dated && on && isDay(on) ? on : undefined,
    page: Math.max(1, Math.min(10_001, Math.trunc(Number(query.get('page'))) || 1)),
    size: SIZES.includes(size as 20) ? size : SIZE,
    sort: readSort(resource, query.get('sort') ?? ''),
    filters: [...query].flatMap(([key, text]) =>
      key.startsWith('f.') ? readFilter(resource, key.slice(2), text) : [],
    ),
  }
}

/** The shortest query that says the state: what is as usual is left out. */
export function writeState(state: ListState): URLSearchParams {
  const query = new URLSearchParams()
  if (state.q) query.set('q', state.q)
  if (state.active !== 'active') query.set('active', state.active)
  if (state.on) query.set('on', state.on)
  for (const filter of state.filters) query.set(`f.${filter.field}`, `${filter.operator}.${writeValue(filter)}`)
  if (state.sort.length > 0) {
    query.set('sort', state.sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(','))
  }
  if (state.page !== 1) query.set('page', String(state.page))
  if (state.size !== SIZE) query.set('size', String(state.size))
  return query
}

function readSort(resource: Resource, text: string): CrudSort[] {
  const seen = new Set<string>()
  return text.split(',').flatMap(part => {
    const field = part.replace(/^-/, '')
    if (!isSortable(resource, field) || seen.has(field)) return []
    seen.add(field)
    return [{ field, order: part.startsWith('-') ? 'desc' : 'asc' } as CrudSort]
  })
}

/** Lists and JSON have no order a person would recognise. */
export function isSortable(resource: Resource, name: string) {
  const column = columnOf(resource, name)
  return column?.shown === true && !column.field.secret && !['list', 'json'].includes(column.field.kind)
}

const writeValue = ({ operator, value }: ColumnFilter) => {
  if (operator === 'null' || operator === 'nnull') return ''
  return Array.isArray(value) ? value.map(one => one ?? '').join('~') : String(value)
}

function readFilter(resource: Resource, name: string, text: string): ColumnFilter[] {
  const field = columnOf(resource, name)?.field
  const dot = text.indexOf('.')
  const [operator, said] = [text.slice(0, dot), text.slice(dot + 1)]
  if (!field || field.secret || dot < 1) return []
  if (operator === 'null' || operator === 'nnull') return [{ field: name, operator, value: true }]
  if (operator === 'contains') return readValue(field, said) === null ? [] : [{ field: name, operator, value: said }]
  if (operator === 'eq') {
    const value = readValue(field, said)
    return value === null ? [] : [{ field: name, operator, value: field.kind === 'flag' ? value === 'true' : value }]
  }
  const values = said.split('~').map(part => readValue(field, part))
  if (operator === 'between' && values.length === 2 && values.some(value => value !== null)) {
    return [{ field: name, operator, value: values as [Bound, Bound] }]
  }
  const known = values.filter(value => value !== null)
  return operator === 'in' && known.length > 0 ? [{ field: name, operator, value: known }] : []
}

function readValue(field: Field, text: string): string | number | null {
  if (text === '') return null
  if (field.kind === 'number' || field.kind === 'reference' || field.kind === 'file') {
    return Number.isSafeInteger(Number(text)) ? Number(text) : null
  }
  if (field.kind === 'date' || field.kind === 'instant') return isDay(text) ? text : null
  if (field.options) return field.options.includes(text) ? text : null
  return text
}

/** What the API is asked for: filters and sort with the id last, so that pages never overlap, and the words of the list. */
export function askedOf(resource: Resource, state: ListState) {
  return {
    filters: state.filters.map(filter => asCondition(columnOf(resource, filter.field)!.field, filter)),
    sorters: state.sort.length > 0 ? [...state.sort, { field: 'id', order: 'asc' } as CrudSort] : [],
    query: {
      ...(state.q ? { q: state.q } : {}),
      ...(state.active === 'all' || resource.kind === 'record' ? {} : { isActive: state.active === 'active' }),
      ...(state.on ? { asOn: state.on } : {}),
    },
  }
}

/** Columns beyond the standing ones are given to whoever names them. */
export function selectOf(resource: Resource, columns: readonly { name: string; shown: boolean }[]) {
  const further = columns.filter(({ name, shown }) => shown && extrasOf(resource).includes(name))
  const asked = further
    .map(({ name }) => name)
    .filter(name => !resource.list.includes(name))
    .sort()
  return asked.length > 0 ? { $select: ['*', ...asked] } : {}
}

/** Days asked of an instant are whole Indian days. */
function asCondition(field: Field, filter: ColumnFilter): CrudFilter {
  if (field.kind !== 'instant' || filter.operator !== 'between') return filter as CrudFilter
  const [from, to] = filter.value as [string | null, string | null]
  const last = to && new Date(Date.parse(instantOf(addDays(to, 1))) - 1).toISOString()
  return { ...filter, value: [from && instantOf(from), last] } as CrudFilter
}
