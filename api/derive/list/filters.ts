import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import type { Column } from '../../../resources/define/column.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { among, contains, escaped } from '../search/contains.ts'
import { isIndexed } from '../search/text-hits.ts'
import { columnValue, referencedIds, whereNotReferenced, whereReferenced } from './column-sql.ts'
import type { Filter, Filters } from './query.ts'
import type { Reader } from './reader.ts'

/** Turns the filters of a list into conditions on its rows. */
export class Narrowing {
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
      if (!('or' in filter)) for (const one of this.byInstant(filter)) this.applyOne(rows, one)
      else {
        rows.where(any => {
          for (const part of filter.or) any.orWhere(all => this.apply(all.whereRaw('1 = 1'), part))
        })
      }
    }
  }

  /** A filter on the day of the period as conditions on the instant of which it is the Indian day. */
  private byInstant(filter: Filter): Filter[] {
    const { period } = this.resource
    const { field, operator, value } = filter
    if (!period?.instant || field !== period.field || typeof value !== 'string') return [filter]
    const from = (day: string): Filter => ({ field: period.instant!, operator: '$gte', value: instantOf(day) })
    const before = (day: string): Filter => ({ field: period.instant!, operator: '$lt', value: instantOf(day) })
    switch (operator) {
      case '$gte':
        return [from(value)]
      case '$gt':
        return [from(addDays(value, 1))]
      case '$lt':
        return [before(value)]
      case '$lte':
        return [before(addDays(value, 1))]
      case '$eq':
        return [from(value), before(addDays(value, 1))]
      default:
        return [filter]
    }
  }

  private applyOne(rows: Knex.QueryBuilder, filter: Filter): void {
    const { db, resource, asking } = this
    const column = columnOf(resource, filter.field)!
    const holding = (at: Filter) => (inner: Knex.QueryBuilder, name: string) => {
      this.narrow(inner, at)
      applyFilter(inner, name, at)
    }
    if (column.way === 'own') holding(filter)(rows, `${tableOf(resource)}.${filter.field}`)
    else if (column.way === 'computed') applyFilter(rows, columnValue(db, resource, column, asking), filter)
    else if (column.way === 'has') this.applyHas(rows, column, filter)
    else if (isEmpty(filter))
      whereNotReferenced(rows, db, resource, column, holding({ ...filter, operator: '$ne' }), asking)
    else whereReferenced(rows, db, resource, column, holding(filter), asking)
  }

  /** Limits the rows that hold a column to those that may contain its text, where the search index names few. */
  private narrow(rows: Knex.QueryBuilder, { field, operator, value }: Filter): void {
    const { owner, leaf } = searchedColumn(this.resource, field)
    if (operator !== '$contains' || !isIndexed(owner, leaf)) return
    const ids = this.asking.hits?.(owner, String(value))
    if (ids) among(rows, this.db, `${tableOf(owner)}.id`, ids)
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

/** The resource in whose rows a column lies, its own or one that it refers to, and the name of the column there. */
export function searchedColumn(resource: Resource, name: string): { owner: Resource; leaf: string } {
  const { way, steps, leaf } = columnOf(resource, name)!
  return { owner: way === 'through' ? steps.at(-1)!.target : resource, leaf: way === 'own' ? name : leaf }
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
