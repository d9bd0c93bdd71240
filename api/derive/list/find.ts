import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import type { Column } from '../../../resources/define/column.ts'
import type { LeftOut, ListPage } from '../../../resources/define/list-page.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { today } from '../../platform/clock.ts'
import type { Action } from '../rights/ability.ts'
import { restrict } from '../rights/conditions.ts'
import { opennessOf, readOnSome, restrictToColumns, valueWhereReadable } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import { redactorWith } from '../rights/redact.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import {
  columnValue,
  type Reader,
  referencedIds,
  selection,
  sortValue,
  whereNotReferenced,
  whereReferenced,
  withColumnNames,
} from './column-sql.ts'
import type { Filter, Filters, ListQuery } from './query.ts'
import { sourceOf } from './source.ts'
import { withTexts } from './texts.ts'

/** The count stops here; the screen then says 10,000+. */
export const COUNT_LIMIT = 10_001
/** From here on, the ids of a page are found in the narrow index first and the rows after. */
const DEEP = 200

/**
 * One page of a list in at most three queries: rows, capped count (when the page does not tell), reference texts; and a
 * fourth where the list is sorted by a column that the person reads on some rows only.
 */
export async function findPage(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  person: Person | undefined,
  action: Action = 'read',
): Promise<ListPage<StoredRow>> {
  const asking = readerOfQuery(query, person)
  const matching = () => matchingRows(db, resource, query, asking, action)
  const find = looksThroughAll(query) ? foundAtOnce : foundInTurn
  const { marks, closedOf } = opennessOf(db, resource, person, query.select)
  const { rows, total, totals } = await find(db, resource, query, matching, asking, marks)
  const closed = new Map(rows.map(row => [row.id as number, closedOf(row)]))
  const read = rows.map(row =>
    decodeRow(resource, withColumnNames(resource, extraColumnsIn(resource, query.select), row)),
  )
  const told = person ? read.map(row => redactorWith(resource, person, id => closed.get(id)!)(row.id, row)) : read
  const data = await withTexts(db, resource, told)
  const leftOut = person && (await leftOutBySort(db, resource, query, asking, person, action))
  return { total, limit: query.limit, skip: query.skip, data, ...(totals && { totals }), ...(leftOut && { leftOut }) }
}

/** The rows that match but for the sort, since one of its columns is closed to the person on them. */
async function leftOutBySort(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  asking: Reader,
  person: Person,
  action: Action,
): Promise<LeftOut | undefined> {
  const some = readOnSome(person, resource)
  const columns = query.sort.map(({ field }) => field).filter(name => some.has(name))
  if (columns.length === 0) return undefined
  const id = `${tableOf(resource)}.id`
  const shown = matchingRows(db, resource, query, asking, action).select(id)
  const others = matchingRows(db, resource, { ...query, sort: [] }, asking, action).whereNotIn(id, shown)
  const rows = await count(db, others, COUNT_LIMIT)
  return rows > 0 ? { rows, columns } : undefined
}

type Matching = () => Knex.QueryBuilder
interface FoundRows {
  rows: Record<string, unknown>[]
  total: number
  totals?: Record<string, number> | undefined
}

/** Searches scan every row once, for the page and the count together. */
const looksThroughAll = ({ q, exact, totals, skip, limit }: ListQuery) =>
  q !== null && !exact && totals.length === 0 && limit > 0 && skip + limit <= COUNT_LIMIT

async function foundAtOnce(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  matching: Matching,
  asking: Reader,
  marks: Knex.Raw[],
): Promise<FoundRows> {
  const table = tableOf(resource)
  const ids: number[] = await orderRows(matching(), db, resource, query, asking).limit(COUNT_LIMIT).pluck(`${table}.id`)
  const page = ids.slice(query.skip, query.skip + query.limit)
  const rows: FoundRows['rows'] =
    page.length === 0
      ? []
      : await sourceOf(db, resource, asking)
          .whereIn(`${table}.id`, page)
          .select([...selection(db, resource, query.select, asking), ...marks])
  const place = new Map(page.map((id, at) => [id, at]))
  rows.sort((one, other) => place.get(one.id as number)! - place.get(other.id as number)!)
  return { rows, total: ids.length }
}

async function foundInTurn(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  matching: Matching,
  asking: Reader,
  marks: Knex.Raw[],
): Promise<FoundRows> {
  const rows = query.limit === 0 ? [] : await pageOf(db, resource, query, matching, asking, marks)
  if (query.totals.length > 0) return { rows, ...(await sum(db, resource, query, matching(), asking)) }
  return { rows, total: await totalOf(db, resource, query, matching, rows) }
}

/** The number of matching rows, capped; often the page already tells it. */
async function totalOf(db: Knex, resource: Resource, query: ListQuery, matching: Matching, rows: FoundRows['rows']) {
  const seen = query.skip + rows.length
  if (rows.length > 0 ? rows.length < query.limit : query.skip === 0 && query.limit > 0) return seen
  if (query.exact) return count(db, matching())
  if (rows.length > 0 && seen >= COUNT_LIMIT) return COUNT_LIMIT
  const rest = rowsAfter(matching(), resource, query, rows.at(-1))
  return rest ? seen + (await count(db, rest, COUNT_LIMIT - seen)) : count(db, matching(), COUNT_LIMIT)
}

/**
 * Continues the count of a search where its page ended, so that rows are scanned once. Undefined when the order of the
 * page does not tell where that is, or an index makes counting cheap.
 */
function rowsAfter(
  rows: Knex.QueryBuilder,
  resource: Resource,
  query: ListQuery,
  last: FoundRows['rows'][0] | undefined,
) {
  const [{ field: name, descending } = { field: '', descending: false }, ...further] = query.sort
  const field = resource.fields[name]
  const looks = query.filters.some(filter => !('or' in filter) && filter.operator === '$contains')
  if (!looks || !field || field.to || field.optional || further.length > 0 || last?.[name] === undefined)
    return undefined
  const column = `${tableOf(resource)}.${name}`
  const value = last[name] as string
  return rows
    .where(column, descending ? '<=' : '>=', value)
    .whereNot(seen => seen.where(column, value).where(`${tableOf(resource)}.id`, '<=', last.id as number))
}

/** Returns the reader of a list and its day, on which columns that depend on the day are computed. */
export const readerOfQuery = (query: ListQuery, person: Person | undefined): Reader => ({
  person,
  day: query.asOn ?? today(),
})

/** Those of these columns that are computed or lie behind a reference. */
export const extraColumnsIn = (resource: Resource, names: readonly string[]) =>
  names.filter(name => columnOf(resource, name)!.way !== 'own')

/** The rows that a query matches, in its order, without paging; shared by lists, counts and exports. */
export function matchingRows(db: Knex, resource: Resource, query: ListQuery, asking: Reader, action: Action) {
  const table = tableOf(resource)
  const rows = sourceOf(db, resource, asking)
  if (asking.person) {
    restrict(rows, db, resource, asking.person, action)
    restrictToColumns(rows, db, resource, asking.person, 'read', columnsNamed(query))
  }
  new Narrowing(db, resource, asking).apply(rows, query.filters)
  if (query.asOn) rows.where(`${table}.validFrom`, '<=', query.asOn).where(`${table}.validTo`, '>=', query.asOn)
  if (query.q) search(rows, db, resource, query.q)
  return rows
}

/** The columns that decide which rows come, and in what order. Rows on which one is closed are left out, since their place would reveal it. */
const columnsNamed = ({ filters, sort }: ListQuery): string[] => [
  ...filters.flatMap(function named(filter): string[] {
    return 'or' in filter ? filter.or.flat().flatMap(named) : [filter.field]
  }),
  ...sort.map(({ field }) => field),
]

async function pageOf(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  matching: Matching,
  asking: Reader,
  marks: Knex.Raw[],
): Promise<FoundRows['rows']> {
  const table = tableOf(resource)
  const columns = [...selection(db, resource, query.select, asking), ...marks]
  const page = orderRows(matching(), db, resource, query, asking).limit(query.limit).offset(query.skip)
  // A subselect is evaluated for every sorted row, so only the rows of the page carry it.
  if (query.skip < DEEP && extraColumnsIn(resource, query.select).length + marks.length === 0)
    return page.select(columns)
  const ids = db.select('id').from(page.select(`${table}.id`).as('page'))
  return orderRows(sourceOf(db, resource, asking).whereIn(`${table}.id`, ids), db, resource, query, asking).select(
    columns,
  )
}

async function count(db: Knex, matching: Knex.QueryBuilder, most?: number): Promise<number> {
  const some = matching.select(db.raw('1 as one'))
  if (most !== undefined) some.limit(most)
  const [found]: { total: number }[] = await db.count({ total: '*' }).from(some.as('counted'))
  return Number(found!.total)
}

/** Adds up the declared columns and counts the rows, in one query. */
async function sum(db: Knex, resource: Resource, query: ListQuery, matching: Knex.QueryBuilder, asking: Reader) {
  const values = query.totals.map((name, at) =>
    db.raw('? as ??', [
      valueWhereReadable(db, resource, asking, name, columnValue(db, resource, columnOf(resource, name)!, asking)),
      `value${at}`,
    ]),
  )
  const sums = query.totals.map((_, at) => db.raw('sum(??) as ??', [`value${at}`, `sum${at}`]))
  const [found] = await db
    .select(db.raw('count(*) as total'), ...sums)
    .from(matching.select(db.raw('1 as one'), ...values).as('matching'))
  const totals = Object.fromEntries(query.totals.map((name, at) => [name, Number(found[`sum${at}`] ?? 0)]))
  return { total: Number(found.total), totals }
}

/** Sorts as asked, else as declared (references by their id, which an index serves); the id keeps paging stable. */
export function orderRows(rows: Knex.QueryBuilder, db: Knex, resource: Resource, query: ListQuery, asking: Reader) {
  const table = tableOf(resource)
  if (query.q && resource.search.length > 0) {
    const code = `${table}.${resource.search[0]}`
    rows.orderByRaw('case when ?? = ? then 0 when ?? like ? then 1 else 2 end', [code, query.q, code, `${query.q}%`])
  }
  if (query.sort.length > 0) {
    for (const { field, descending } of query.sort)
      rows.orderBy(sortValue(db, resource, columnOf(resource, field)!, asking) as string, descending ? 'desc' : 'asc')
  } else if (!query.q) {
    for (const name of resource.sort)
      rows.orderBy(`${table}.${name.replace(/^-/, '')}`, name.startsWith('-') ? 'desc' : 'asc')
  }
  return rows.orderBy(`${table}.id`)
}

/** Matches any part of the search fields, and of the display texts of the rows that the key refers to. */
function search(rows: Knex.QueryBuilder, db: Knex, resource: Resource, q: string) {
  const table = tableOf(resource)
  const pattern = `%${escaped(q)}%`
  rows.where(any => {
    any.whereRaw('1 = 0')
    for (const name of resource.search) any.orWhere(part => contains(part, `${table}.${name}`, pattern))
    for (const name of resource.key) {
      const to = resource.fields[name]!.to
      if (to && to !== 'self') any.orWhereIn(`${table}.${name}`, idsLike(db, resourceNamed(to), pattern))
    }
  })
}

function idsLike(db: Knex, target: Resource, pattern: string) {
  const texts = target.display.filter(name => target.fields[name]!.kind === 'text')
  return db(tableOf(target))
    .where(any => {
      any.whereRaw('1 = 0')
      for (const name of texts) any.orWhere(part => contains(part, name, pattern))
    })
    .select('id')
}

/** Turns the filters of a list into conditions on its rows. */
class Narrowing {
  readonly db: Knex
  readonly resource: Resource
  readonly asking: Reader
  constructor(db: Knex, resource: Resource, asking: Reader) {
    this.db = db
    this.resource = resource
    this.asking = asking
  }

  apply(rows: Knex.QueryBuilder, filters: Filters): void {
    for (const filter of filters) {
      if (!('or' in filter)) this.applyOne(rows, filter)
      else {
        rows.where(any => {
          for (const part of filter.or) any.orWhere(all => this.apply(all.whereRaw('1 = 1'), part))
        })
      }
    }
  }

  private applyOne(rows: Knex.QueryBuilder, filter: Filter): void {
    const { db, resource, asking } = this
    const column = columnOf(resource, filter.field)!
    const holding = (at: Filter) => (inner: Knex.QueryBuilder, name: string | Knex.Raw) => applyFilter(inner, name, at)
    if (column.way === 'own') applyFilter(rows, `${tableOf(resource)}.${filter.field}`, filter)
    else if (column.way === 'computed') applyFilter(rows, columnValue(db, resource, column, asking), filter)
    else if (column.way === 'has') this.applyHas(rows, column, filter)
    else if (isEmpty(filter))
      whereNotReferenced(rows, db, resource, column, holding({ ...filter, operator: '$ne' }), asking)
    else whereReferenced(rows, db, resource, column, holding(filter), asking)
  }

  /** «None of these» means that no row holds one of them, not that some row holds another. */
  private applyHas(rows: Knex.QueryBuilder, column: Column, filter: Filter): void {
    const { db, resource, asking } = this
    const id = `${tableOf(resource)}.id`
    const { operator, value } = filter
    if (column.shown && operator === '$eq' && typeof value === 'boolean') {
      const naming = referencedIds(db, column, asking)
      if (value) rows.whereIn(id, naming)
      else rows.whereNotIn(id, naming)
      return
    }
    if (column.shown) {
      applyFilter(rows, columnValue(db, resource, column, asking), asNumber(filter))
      return
    }
    const narrow =
      value === null
        ? undefined
        : (inner: Knex.QueryBuilder, name: string) =>
            applyFilter(inner, name, { ...filter, operator: turned(operator) })
    const ids = referencedIds(db, column, asking, narrow)
    const without = value === null ? operator === '$eq' : turned(operator) !== operator
    if (without) rows.whereNotIn(id, ids)
    else rows.whereIn(id, ids)
  }
}

const isEmpty = ({ operator, value }: Filter) => operator === '$eq' && value === null

/** In SQL, whether rows exist is a number. */
const asNumber = (filter: Filter): Filter => ({
  ...filter,
  value: Array.isArray(filter.value) ? filter.value.map(Number) : filter.value === null ? null : Number(filter.value),
})

const turned = (operator: Filter['operator']): Filter['operator'] =>
  operator === '$ne' ? '$eq' : operator === '$nin' ? '$in' : operator

const SIGNS = { $eq: '=', $ne: '<>', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const

function applyFilter(rows: Knex.QueryBuilder, at: string | Knex.Raw, { operator, value }: Filter): void {
  const column = at as string
  switch (operator) {
    case '$in':
      rows.whereIn(column, value as string[])
      return
    case '$nin':
      rows.whereNotIn(column, value as string[])
      return
    case '$contains':
      contains(rows, column, `%${escaped(String(value))}%`)
      return
    case '$starts':
      contains(rows, column, `${escaped(String(value))}%`)
      return
    default:
      if (value === null) operator === '$eq' ? rows.whereNull(column) : rows.whereNotNull(column)
      else rows.where(column, SIGNS[operator], value as string)
  }
}

const contains = (rows: Knex.QueryBuilder, column: string | Knex.Raw, pattern: string) =>
  rows.whereRaw(`${typeof column === 'string' ? '??' : '?'} like ? escape '!'`, [column, pattern])

const escaped = (text: string) => text.replace(/[!%_]/g, sign => `!${sign}`)
