import { columnOf } from '../../../resources/columns.ts'
import type { Column } from '../../../resources/define/column.ts'
import { isDay } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { isAddressFormat } from '../../../resources/define/formats.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { plainText, tidyText } from '../../../resources/define/sheet/signs.ts'
import { type Fault, problemWith } from '../../../resources/define/validate.ts'
import { invalid } from '../../platform/errors.ts'

type Operator = '$eq' | '$ne' | '$gt' | '$gte' | '$lt' | '$lte' | '$in' | '$nin' | '$contains' | '$starts'
export interface Filter {
  field: string
  operator: Operator
  value: unknown
}
/** Filters joined by AND; a nested list of them is an OR of ANDs. */
export type Filters = (Filter | { or: Filters[] })[]

/** A validated list request: every name is a readable column, every value has its column's type. */
export interface ListQuery {
  filters: Filters
  sort: { field: string; descending: boolean }[]
  limit: number
  skip: number
  /** The id of the last row of the page before: without it in the list `skip` counts. */
  after: number | null
  select: string[]
  q: string | null
  asOn: string | null
  exact: boolean
  /** The columns to sum over all matching rows; the count is then exact as well. */
  totals: string[]
}

const MAX_ROWS = 500
const MAX_TERMS = 100
const MAX_VALUES = 500
const MAX_SKIP = 10_000_000

/**
 * Parses and validates a list request. `defaultColumns` are returned where none are selected; `masked` ones can be
 * selected, but not filtered or sorted by. Throws 400 with every part that is invalid or not readable.
 */
export function readQuery(
  resource: Resource,
  request: Record<string, unknown>,
  readable: readonly string[],
  masked: readonly string[] = [],
  defaultColumns = readable.filter(name => isDefault(resource, name)),
): ListQuery {
  const faults: Fault[] = []
  const refuse = (field: string, message: string, code = 'QUERY') => faults.push({ field, code, message })
  const reader = new FilterReader(resource, new Set(readable), refuse)
  const { $limit, $skip, $after, $sort, $select, $exact, $totals, q, ...columns } = request
  // A few undated tables have a column of this name.
  const { asOn, ...undated } = columns
  const hasDay = resource.dated || resource.keptDaily === true
  const rest = hasDay ? undated : columns
  const query: ListQuery = {
    filters: reader.read(rest, 0),
    sort: readSort($sort, reader, refuse),
    limit: readWhole($limit, '$limit', 20, MAX_ROWS, refuse),
    skip: readWhole($skip, '$skip', 0, MAX_SKIP, refuse),
    after: readAfter($after, refuse),
    select: readSelect($select, reader, refuse, { defaults: [...defaultColumns, ...masked], masked }),
    q: tidyText(readText(q, 'q', refuse) ?? '') || null,
    asOn: hasDay ? readText(asOn, 'asOn', refuse) : null,
    exact: isYes($exact),
    totals: isYes($totals) ? resource.totals.filter(name => readable.includes(name)) : [],
  }
  if (query.asOn !== null && !isDay(query.asOn)) refuse('asOn', 'asOn must be a day such as 2026-04-01')
  if (reader.terms > MAX_TERMS) refuse('$and', `At most ${MAX_TERMS} conditions can be combined`)
  if (faults.length > 0) throw invalid(faults, faults[0]!.message)
  return query
}

/** Whether a column is returned without `$select`: the resource's own, and those of its list. */
const isDefault = (resource: Resource, name: string) =>
  resource.list.includes(name) || columnOf(resource, name)?.way === 'own'

const isYes = (input: unknown) => input === true || input === 'true'

type Refuse = (field: string, message: string, code?: string) => void

class FilterReader {
  terms = 0
  readonly resource: Resource
  readonly readable: ReadonlySet<string>
  readonly refuse: Refuse
  constructor(resource: Resource, readable: ReadonlySet<string>, refuse: Refuse) {
    this.resource = resource
    this.readable = readable
    this.refuse = refuse
  }

  /** Returns a readable column, or adds a fault. Unreadable and unknown fields give the same fault. */
  column(name: string): Column | undefined {
    const column = this.readable.has(name) ? columnOf(this.resource, name) : undefined
    if (!column) this.refuse(name, `${name.slice(0, 60)} is not a field of ${this.resource.title}`, 'UNKNOWN_FIELD')
    return column
  }

  /** Returns a column that the database knows of every row, so that it can be filtered and sorted by. */
  asked(name: string): Column | undefined {
    const column = this.column(name)
    if (!column || !this.resource.workedOut?.includes(name)) return column
    this.refuse(name, `${column.label} is worked out for the rows that are shown: filter and sort by another column`)
    return undefined
  }

  /** Returns a column that has one value for each row, so that it can be shown and sorted by. */
  single(name: string): Column | undefined {
    const column = this.column(name)
    if (!column || column.shown) return column
    this.refuse(name, `${column.label} may be several of a row: filter by it, it is neither shown nor sorted by`)
    return undefined
  }

  read(conditions: Record<string, unknown>, depth: number): Filters {
    return Object.entries(conditions).flatMap(([name, value]): Filters => {
      if (name === '$and' || name === '$or') return this.readGroup(name, value, depth)
      const column = this.asked(name)
      return column ? this.readTerms(name, { ...column.field, label: column.label }, value) : []
    })
  }

  private readGroup(name: '$and' | '$or', value: unknown, depth: number): Filters {
    const parts = listOf(value)
    if (!parts || depth > 2 || !parts.every(isRecord)) {
      this.refuse(name, `${name} must be a short list of conditions`)
      return []
    }
    const read = parts.map(part => this.read(part, depth + 1))
    return name === '$and' ? read.flat() : [{ or: read }]
  }

  private readTerms(name: string, field: Field, value: unknown): Filters {
    if (!isRecord(value)) return this.term(name, field, '$eq', value)
    return Object.entries(value).flatMap(([operator, operand]) => this.term(name, field, operator, operand))
  }

  private term(name: string, field: Field, operator: string, operand: unknown): Filters {
    this.terms += 1
    const label = labelOf(name, field)
    if (!operatorsOf(field).includes(operator as Operator)) {
      this.refuse(name, `${label} cannot be filtered with ${operator.slice(0, 20)}`)
      return []
    }
    const many = operator === '$in' || operator === '$nin'
    const values = many ? listOf(operand) : [operand]
    if (!values || values.length > MAX_VALUES) {
      this.refuse(name, `${label} must be filtered with a list of at most ${MAX_VALUES} values`)
      return []
    }
    const read = values.map(value => this.value(name, field, operator as Operator, value))
    return [{ field: name, operator: operator as Operator, value: many ? read : read[0] }]
  }

  private value(name: string, field: Field, operator: Operator, given: unknown): unknown {
    const value = parseValue(field, given)
    if (value === null && (operator === '$eq' || operator === '$ne')) return null
    const loose = operator === '$contains' || operator === '$starts'
    if (loose && typeof value === 'string' && value.length <= 200) return value
    const problem = loose ? (['TYPE', 'must be text'] as const) : problemWith(filterField(field), value ?? undefined)
    if (problem || value === null)
      this.refuse(name, `${labelOf(name, field)} ${problem?.[1] ?? 'must not be empty'}`, 'TYPE')
    return value
  }
}

/** Returns a field with the limits of a filter value: text of its length, any whole number. */
const filterField = (field: Field): Field => {
  if (field.kind === 'text') return { kind: 'text', optional: false, max: field.max ?? 255 }
  if (field.kind === 'number') return { kind: 'number', optional: false, scale: 0 }
  return { ...field, optional: false }
}

function operatorsOf({ kind }: Field): Operator[] {
  switch (kind) {
    case 'text':
      return ['$eq', '$ne', '$in', '$nin', '$contains', '$starts', '$gt', '$gte', '$lt', '$lte']
    case 'number':
    case 'date':
    case 'instant':
      return ['$eq', '$ne', '$in', '$nin', '$gt', '$gte', '$lt', '$lte']
    case 'list':
      return ['$contains']
    case 'json':
      return []
    default:
      return ['$eq', '$ne', '$in', '$nin']
  }
}

function parseValue(field: Field, value: unknown): unknown {
  if (value === null || value === 'null') return null
  if (typeof value !== 'string') return value
  if (field.kind === 'flag')
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value
  if (field.kind === 'text') return field.format && !isAddressFormat(field.format) ? plainText(value) : tidyText(value)
  if (field.kind === 'number' || field.kind === 'reference' || field.kind === 'file') {
    return /^(0|-?[1-9]\d{0,15})$/.test(value) ? Number(value) : value
  }
  return value
}

function readSort(input: unknown, reader: FilterReader, refuse: Refuse): ListQuery['sort'] {
  if (input === undefined) return []
  if (!isRecord(input) || Object.keys(input).length > 5) {
    refuse('$sort', '$sort must name at most 5 columns, such as $sort[name]=1')
    return []
  }
  return Object.entries(input).flatMap(([name, direction]) => {
    const column = reader.single(name) && reader.asked(name)
    if (!['1', '-1', 1, -1].includes(direction as string))
      refuse('$sort', `$sort of ${name.slice(0, 60)} must be 1 or -1`)
    return column ? [{ field: name, descending: Number(direction) === -1 }] : []
  })
}

interface Selectable {
  defaults: readonly string[]
  masked: readonly string[]
}

function readSelect(input: unknown, reader: FilterReader, refuse: Refuse, { defaults, masked }: Selectable): string[] {
  if (input === undefined) return [...defaults]
  const names = listOf(input)
  if (!names?.every(name => typeof name === 'string')) {
    refuse('$select', '$select must be a list of columns')
    return []
  }
  // «*» stands for the default columns, so that a client can add others to them.
  const selected = new Set((names as string[]).flatMap(name => (name === '*' ? defaults : [name])))
  const isSelectable = (name: string) => masked.includes(name) || reader.single(name) !== undefined
  return ['id', ...[...selected].filter(name => name !== 'id' && isSelectable(name))]
}

function readWhole(input: unknown, name: string, defaultValue: number, max: number, refuse: Refuse): number {
  if (input === undefined) return defaultValue
  const value =
    typeof input === 'number'
      ? input
      : typeof input === 'string' && /^\d{1,12}$/.test(input)
        ? Number(input)
        : Number.NaN
  if (!Number.isInteger(value) || value < 0 || value > (name === '$skip' ? max : Number.MAX_SAFE_INTEGER)) {
    refuse(name, `${name} must be a whole number from 0 to ${max}`)
    return defaultValue
  }
  return Math.min(value, max)
}

function readAfter(input: unknown, refuse: Refuse): number | null {
  if (input === undefined || input === '') return null
  const id = readId(input)
  if (id === undefined) refuse('$after', '$after must be the id of the last row of the page before')
  return id ?? null
}

function readText(input: unknown, name: string, refuse: Refuse): string | null {
  if (input === undefined || input === '') return null
  if (typeof input === 'string' && input.length <= 100) return input
  refuse(name, `${name} must be a text of at most 100 characters`)
  return null
}

function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  return isRecord(value) && Object.keys(value).every((key, index) => key === String(index))
    ? Object.values(value)
    : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a row id: a positive whole number of 32 bits; undefined for anything else. */
export const readId = (id: unknown): number | undefined =>
  (typeof id === 'string' || typeof id === 'number') && /^[1-9]\d{0,9}$/.test(`${id}`) && Number(id) <= 2_147_483_647
    ? Number(id)
    : undefined
