/** What the address of a list asks of the API, worked out without a browser: for schedules and for the readers of a shared view. */
import { columnOf } from '../columns.ts'
import { addDays, instantOf } from '../define/dates.ts'
import { daysAsked } from '../define/periods.ts'
import type { Resource } from '../define/resource.ts'
import { type Bound, type ColumnFilter, readFilter, writeFilter } from './column-filter.ts'

type Query = Record<string, unknown>

/** The parameters of an address that hold a filter: those that must all hold, and the alternative groups. */
const FILTER = /^[a-f]\./
const ALL = 'f'
const GROUPS = ['a', 'b', 'c', 'd', 'e']

/** The query of the API that an address of a list stands for on this day; relative periods become days. */
export function askedBy(resource: Resource, address: string, today: string): Query {
  const params = new URLSearchParams(address)
  const conditionsIn = (group: string) =>
    filtersIn(resource, params, group).map(one => conditionOf(resource, one, today))
  const groups = GROUPS.map(conditionsIn).filter(({ length }) => length > 0)
  const all = conditionsIn(ALL)
  const sort = (params.get('sort') ?? '').split(',').filter(name => columnOf(resource, name.replace(/^-/, ''))?.shown)
  const q = params.get('q')
  return {
    ...(q ? { q } : {}),
    ...(all.length > 0 && { $and: all }),
    ...(groups.length > 0 && { $or: groups.map($and => ({ $and })) }),
    ...(sort.length > 0 && {
      $sort: Object.fromEntries(sort.map(name => (name.startsWith('-') ? [name.slice(1), -1] : [name, 1]))),
    }),
  }
}

/** An address whose relative dates are the days of this day, and which names the period that its report opens with. */
export function fixedAddress(resource: Resource, address: string, today: string): string {
  const params = new URLSearchParams(address)
  const { period } = resource
  const opens = period && params.get(`f.${period.field}`) === null
  if (opens) params.set(`f.${period.field}`, `within.${period.opens}`)
  for (const { key, name, filter } of filtersOf(resource, params.toString()))
    if (filter?.operator === 'within')
      params.set(
        key,
        writeFilter({ field: name, operator: 'between', value: daysAsked(resource, name, filter.value, today) }),
      )
  return params.toString()
}

/** The days of the period of a report that an address covers on this day; null for a report of today. */
export function periodIn(resource: Resource, address: string, today: string): [string, string] | null {
  if (!resource.period) return null
  const fixed = new URLSearchParams(fixedAddress(resource, address, today)).get(`f.${resource.period.field}`) ?? ''
  const [filter] = readFilter(resource, resource.period.field, fixed)
  if (filter?.operator !== 'between') return null
  const [from, to] = filter.value as [string | null, string | null]
  return from === null ? null : [from, to ?? today]
}

const filtersIn = (resource: Resource, params: URLSearchParams, group: string): ColumnFilter[] =>
  [...params].flatMap(([key, text]) => (key.startsWith(`${group}.`) ? readFilter(resource, key.slice(2), text) : []))

function conditionOf(resource: Resource, { field, operator, value }: ColumnFilter, today: string): Query {
  switch (operator) {
    case 'eq':
      return { [field]: value }
    case 'contains':
      return { [field]: { $contains: value } }
    case 'starts':
      return { [field]: { $starts: value } }
    case 'in':
      return { [field]: { $in: value } }
    case 'nin':
      return { [field]: { $nin: value } }
    case 'null':
      return { [field]: 'null' }
    case 'nnull':
      return { [field]: { $ne: 'null' } }
    case 'within':
      return between(resource, field, daysAsked(resource, field, value, today))
    case 'between':
      return between(resource, field, value)
  }
}

/** Either end of a range may be open; on an instant it covers whole Indian days. */
function between(resource: Resource, field: string, [from, to]: readonly [Bound, Bound]): Query {
  const isInstant = columnOf(resource, field)!.field.kind === 'instant'
  const first = isInstant && from !== null ? instantOf(String(from)) : from
  const last = isInstant && to !== null ? endOf(String(to)) : to
  return { [field]: { ...(first !== null && { $gte: first }), ...(last !== null && { $lte: last }) } }
}

const endOf = (day: string) => new Date(Date.parse(instantOf(addDays(day, 1))) - 1).toISOString()

/** No row has this id: a filter of which its reader may see no value finds nothing. */
export const NO_ROW = 0

/** The rows that the filters of an address name, by the resource in which they are. */
export function namedIn(resource: Resource, address: string): { to: string; ids: number[] }[] {
  const filters = filtersOf(resource, address).flatMap(({ filter }) => (filter ? [filter] : []))
  return filters.flatMap(filter => {
    const to = targetOf(resource, filter.field)
    return to === undefined ? [] : [{ to, ids: idsIn(filter) }]
  })
}

/**
 * An address as somebody else may have it: without the filters, sorts and groups by columns that they do not read, and
 * without the rows that they do not see. A filter of which no row is left finds nothing, rather than everything.
 */
export function addressFor(
  resource: Resource,
  address: string,
  reader: { reads: (name: string) => boolean; sees: (to: string, id: number) => boolean },
): string {
  const params = new URLSearchParams(address)
  for (const { key, name, filter } of filtersOf(resource, address)) {
    const to = filter && targetOf(resource, name)
    if (!filter || !reader.reads(name)) params.delete(key)
    else if (to !== undefined) {
      const seen = idsIn(filter).filter(id => reader.sees(to, id))
      if (seen.length > 0 || filter.operator === 'in' || filter.operator === 'eq')
        params.set(key, writeFilter({ ...filter, value: valueFor(filter, seen) } as ColumnFilter))
      else if (filter.operator === 'nin') params.delete(key)
    }
  }
  keep(params, 'sort', name => reader.reads(name.replace(/^-/, '')))
  const grouped = ['by', 'across', 'of'].flatMap(key => params.get(key)?.split(',') ?? [])
  if (!grouped.every(name => WORDS.includes(name) || reader.reads(name)))
    for (const key of ['by', 'across', 'of']) params.delete(key)
  return params.toString()
}

/** The columns by which an address filters. */
export const filteredBy = (resource: Resource, address: string): string[] =>
  filtersOf(resource, address).map(({ name }) => name)

/** The filters of an address that another form of it has not, or has with fewer values. */
export function filtersMissing(resource: Resource, address: string, told: string): number {
  const params = new URLSearchParams(told)
  const isTold = ({ key, text, filter }: ReturnType<typeof filtersOf>[number]) => {
    const kept = params.get(key)
    return kept === text || (filter !== undefined && kept === writeFilter(filter))
  }
  return filtersOf(resource, address).filter(one => !isTold(one)).length
}

/** What stands among the names of columns: no grouping, and the number of rows. */
const WORDS = ['none', 'rows']

const valueFor = ({ operator }: ColumnFilter, seen: readonly number[]) =>
  operator === 'eq' ? (seen[0] ?? NO_ROW) : operator === 'in' && seen.length === 0 ? [NO_ROW] : seen

function keep(params: URLSearchParams, key: string, which: (name: string) => boolean) {
  const kept = (params.get(key) ?? '').split(',').filter(name => name !== '' && which(name))
  if (kept.length > 0) params.set(key, kept.join())
  else params.delete(key)
}

const filtersOf = (resource: Resource, address: string) =>
  [...new URLSearchParams(address)]
    .filter(([key]) => FILTER.test(key))
    .map(([key, text]) => ({ key, text, name: key.slice(2), filter: readFilter(resource, key.slice(2), text)[0] }))

const targetOf = (resource: Resource, name: string): string | undefined => {
  const field = columnOf(resource, name)?.field
  return field?.kind !== 'reference' ? undefined : field.to === 'self' ? resource.name : field.to
}

const idsIn = ({ operator, value }: ColumnFilter): number[] =>
  operator === 'in' || operator === 'nin' ? value.map(Number) : operator === 'eq' ? [Number(value)] : []
