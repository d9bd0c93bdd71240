import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { resourceNamed } from '../../resources/registry.ts'
import type { Filter, Filters, ListQuery } from './query.ts'
import { readRow, type StoredRow } from './stored.ts'
import { withTexts } from './texts.ts'

export interface Page {
  total: number
  limit: number
  skip: number
  data: StoredRow[]
}

/** Beyond this many rows nobody counts: the screen says 10,000+. */
export const COUNTED = 10_001
/** From here on, the ids of a page are found in the narrow index first and the rows after. */
const DEEP = 200

/** One page of a list in at most three queries: rows, capped count (when the page does not tell), reference texts. */
export async function findPage(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  rights: (rows: Knex.QueryBuilder) => void,
): Promise<Page> {
  const matching = () => narrow(db, resource, query, rights)
  const rows: Record<string, unknown>[] = query.limit === 0 ? [] : await pageOf(db, resource, query, matching)
  const told = rows.length > 0 ? rows.length < query.limit : query.skip === 0 && query.limit > 0
  const total = told ? query.skip + rows.length : await count(db, matching(), query.exact)
  const data = await withTexts(
    db,
    resource,
    rows.map(row => readRow(resource, row)),
  )
  return { total, limit: query.limit, skip: query.skip, data }
}

/** The rows a query matches, in its order, without paging; what lists, counts and exports have in common. */
export function narrow(db: Knex, resource: Resource, query: ListQuery, rights: (rows: Knex.QueryBuilder) => void) {
  const table = tableOf(resource)
  const rows = db(table)
  rights(rows)
  applyFilters(rows, table, query.filters)
  if (query.asOn) rows.where(`${table}.validFrom`, '<=', query.asOn).where(`${table}.validTo`, '>=', query.asOn)
  if (query.q) search(rows, db, resource, query.q)
  return rows
}

async function pageOf(db: Knex, resource: Resource, query: ListQuery, matching: () => Knex.QueryBuilder) {
  const table = tableOf(resource)
  const columns = query.select.map(name => `${table}.${name}`)
  const page = order(matching(), db, resource, query).limit(query.limit).offset(query.skip)
  if (query.skip < DEEP) return page.select(columns)
  const ids = db.select('id').from(page.select(`${table}.id`).as('page'))
  return order(db(table).whereIn(`${table}.id`, ids), db, resource, query).select(columns)
}

async function count(db: Knex, matching: Knex.QueryBuilder, exact: boolean): Promise<number> {
  const some = exact ? matching.select(db.raw('1 as one')) : matching.select(db.raw('1 as one')).limit(COUNTED)
  const [found]: { total: number }[] = await db.count({ total: '*' }).from(some.as('counted'))
  return Number(found!.total)
}

/** Sorts as asked, else as declared (references by their id, which an index serves); the id keeps paging stable. */
export function order(rows: Knex.QueryBuilder, db: Knex, resource: Resource, query: ListQuery) {
  const table = tableOf(resource)
  if (query.q && resource.search.length > 0) {
    const code = `${table}.${resource.search[0]}`
    rows.orderByRaw('case when ?? = ? then 0 when ?? like ? then 1 else 2 end', [code, query.q, code, `${query.q}%`])
  }
  if (query.sort.length > 0) {
    for (const { field, descending } of query.sort)
      rows.orderBy(sortable(db, resource, field) as string, descending ? 'desc' : 'asc')
  } else if (!query.q) {
    for (const name of resource.sort)
      rows.orderBy(`${table}.${name.replace(/^-/, '')}`, name.startsWith('-') ? 'desc' : 'asc')
  }
  return rows.orderBy(`${table}.id`)
}

/** What a column is sorted by: a reference by the text that stands for its row. */
function sortable(db: Knex, resource: Resource, name: string): string | Knex.QueryBuilder {
  const table = tableOf(resource)
  const to = resource.fields[name]?.kind === 'reference' ? resource.fields[name]!.to! : undefined
  if (!to) return `${table}.${name}`
  const target = resourceNamed(to === 'self' ? resource.name : to)
  return db(`${tableOf(target)} as sorted`)
    .where('sorted.id', db.ref(`${table}.${name}`))
    .select(`sorted.${target.display[0]}`)
}

/** Any part of the searched fields, and of what stands for the rows that the key refers to. */
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

function applyFilters(rows: Knex.QueryBuilder, table: string, filters: Filters): void {
  for (const filter of filters) {
    if (!('or' in filter)) applyFilter(rows, `${table}.${filter.field}`, filter)
    else {
      rows.where(any => {
        for (const part of filter.or) any.orWhere(all => applyFilters(all.whereRaw('1 = 1'), table, part))
      })
    }
  }
}

const SIGNS = { $eq: '=', $ne: '<>', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const

function applyFilter(rows: Knex.QueryBuilder, column: string, { operator, value }: Filter): void {
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

const contains = (rows: Knex.QueryBuilder, column: string, pattern: string) =>
  rows.whereRaw("?? like ? escape '!'", [column, pattern])

const escaped = (text: string) => text.replace(/[!%_]/g, sign => `!${sign}`)
