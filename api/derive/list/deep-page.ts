import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { actsOnAllWith } from '../rights/field-conditions.ts'
import { sortValue } from './column-sql.ts'
import type { ListQuery } from './query.ts'
import type { Reader } from './reader.ts'

/** A part of the order of a list: a column or SQL, and its direction. */
export interface SortTerm {
  value: string | Knex.Raw
  descending: boolean
  /** Whether it may be null, which sorts before every value. */
  optional: boolean
}

/**
 * The order of a list: as asked, else as declared (references by their id, which an index serves). The id at the end
 * keeps paging stable; it has the direction of the column before it, so that an index on that one gives the whole order.
 */
export function sortTerms(db: Knex, resource: Resource, query: ListQuery, asking: Reader): SortTerm[] {
  const table = tableOf(resource)
  const querySort = query.sort.map(({ field, descending }): SortTerm => {
    const column = columnOf(resource, field)!
    const value = sortValue(db, resource, column, asking)
    return { value, descending, optional: typeof value !== 'string' || resource.fields[field]?.optional !== false }
  })
  const declared = query.q
    ? []
    : declaredSort(resource).map(({ field, descending }): SortTerm => {
        const optional = resource.fields[field]?.optional ?? false
        return { value: `${table}.${field}`, descending, optional }
      })
  const terms = querySort.length > 0 ? querySort : declared
  const id = { value: `${table}.id`, descending: terms.at(-1)?.descending ?? false, optional: false }
  return terms.some(({ value }) => value === id.value) ? terms : [...terms, id]
}

/** The columns by which the rows of a resource are sorted where nobody asks otherwise. */
export const declaredSort = ({ sort }: Resource): ListQuery['sort'] =>
  sort.map(name => ({ field: name.replace(/^-/, ''), descending: name.startsWith('-') }))

/** The values by which rows are sorted, as columns `sort0`, `sort1` … of a select. */
export const sortColumns = (db: Knex, terms: readonly SortTerm[]): Knex.Raw[] =>
  terms.map(({ value }, at) => db.raw(typeof value === 'string' ? '?? as ??' : '? as ??', [value, `sort${at}`]))

/** Sorts rows by these terms, or the other way round. */
export function orderBy(rows: Knex.QueryBuilder, terms: readonly SortTerm[], reversed = false): Knex.QueryBuilder {
  for (const { value, descending } of terms) rows.orderBy(value as string, descending === reversed ? 'asc' : 'desc')
  return rows
}

/**
 * Returns how to limit the rows of a list to those after one of them, undefined where that row is not in the list. Those
 * before it are then not walked through.
 */
export async function rowsFollowing(
  db: Knex,
  resource: Resource,
  id: number,
  matching: Knex.QueryBuilder,
  terms: readonly SortTerm[],
): Promise<((rows: Knex.QueryBuilder) => Knex.QueryBuilder) | undefined> {
  const last: Record<string, unknown> | undefined = await matching
    .where(`${tableOf(resource)}.id`, id)
    .first(sortColumns(db, terms))
  if (!last) return undefined
  const bounds = terms.map((term, at) => ({ ...term, bound: last[`sort${at}`] ?? null }))
  return rows => {
    // Said apart, so that an index on the first column begins where the page before it ended.
    const [first] = bounds
    if (first!.bound !== null && !(first!.descending && first!.optional))
      rows.where(first!.value as string, first!.descending ? '<=' : '>=', first!.bound as string)
    return rows.where(later => whereAfter(later, bounds))
  }
}

type Bound = SortTerm & { bound: unknown }

/** Both databases sort null before every value. */
function whereAfter(rows: Knex.QueryBuilder, [term, ...further]: readonly Bound[]): void {
  const { value, descending, bound } = term!
  const column = value as string
  if (bound === null) {
    if (!descending) rows.whereNotNull(column)
    else rows.whereRaw('1 = 0')
  } else {
    rows.where(column, descending ? '<' : '>', bound as string)
    if (descending && term!.optional) rows.orWhereNull(column)
  }
  if (further.length === 0) return
  rows.orWhere(equal => {
    if (bound === null) equal.whereNull(column)
    else equal.where(column, bound as string)
    equal.where(later => whereAfter(later, further))
  })
}

/** Whether a list holds all rows of its table, which are counted at once. */
export const isWholeTable = (resource: Resource, query: ListQuery, { person }: Reader): boolean =>
  resource.kind !== 'report' &&
  query.filters.length === 0 &&
  query.q === null &&
  query.asOn === null &&
  (!person ||
    actsOnAllWith(
      resource,
      person,
      'read',
      query.sort.map(({ field }) => field),
    ))

/** The rows of a page that lies nearer to the end, counted from there: how many to pass, and how many to take. */
export function fromTheEnd({ skip, limit }: ListQuery, total: number): { offset: number; limit: number } | undefined {
  if (skip <= total / 2) return undefined
  const taken = Math.max(0, Math.min(limit, total - skip))
  return { offset: Math.max(0, total - skip - taken), limit: taken }
}
