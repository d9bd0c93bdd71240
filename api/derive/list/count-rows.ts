import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { selectRows } from '../../platform/database.ts'
import { valueWhereReadable } from '../rights/field-conditions.ts'
import { compileSql } from '../varying-sql.ts'
import { columnValue } from './column-sql.ts'
import { keptSql } from './kept-sql.ts'
import type { FoundRow, Listing } from './matching.ts'
import type { ListQuery } from './query.ts'
import { together } from './source.ts'

/** The count stops here; the screen then says 10,000+. */
export const COUNT_LIMIT = 10_001

/** The number of matching rows, capped; often the page already tells it. */
export async function totalOf({ db, resource, query, matching, parts, asking }: Listing, rows: readonly FoundRow[]) {
  const counted = async (part: string, most?: number) => {
    const { sql, bindings } = keptSql(query, asking, part, () => compileSql(() => countOf(db, parts([]), most)))
    return totalIn(await selectRows(db, sql, bindings))
  }
  const seen = query.skip + rows.length
  if (rows.length > 0 ? rows.length < query.limit : query.skip === 0 && query.limit > 0) return seen
  if (query.exact) return counted('exact count')
  if (rows.length > 0 && seen >= COUNT_LIMIT) return COUNT_LIMIT
  const rest = rowsAfter(matching(), resource, query, rows.at(-1))
  return rest ? seen + (await count(db, [rest], COUNT_LIMIT - seen)) : counted('count', COUNT_LIMIT)
}

/**
 * Continues the count of a search where its page ended, so that rows are scanned once. Undefined when the order of the
 * page does not tell where that is, or an index makes counting cheap.
 */
function rowsAfter(rows: Knex.QueryBuilder, resource: Resource, query: ListQuery, last: FoundRow | undefined) {
  const [{ field: name, descending } = { field: '', descending: false }, ...further] = query.sort
  const field = resource.fields[name]
  const looks = query.filters.some(filter => !('or' in filter) && filter.operator === '$contains')
  if (!looks || !field || field.to || field.optional || further.length > 0 || last?.[name] === undefined)
    return undefined
  const column = `${tableOf(resource)}.${name}`
  const value = last[name] as string
  return rows
    .where(column, descending ? '<=' : '>=', value)
    .whereNot(seen =>
      seen.where(column, value).where(`${tableOf(resource)}.id`, descending ? '>=' : '<=', last.id as number),
    )
}

/** Counts the rows of these parts of a list, at most `most` where given. */
export const count = async (db: Knex, parts: Knex.QueryBuilder[], most?: number): Promise<number> =>
  totalIn(await countOf(db, parts, most))

function countOf(db: Knex, parts: Knex.QueryBuilder[], most?: number): Knex.QueryBuilder {
  const ones = parts.map(part => part.select(db.raw('1 as one')))
  const some = most === undefined ? together(db, ones) : limited(db, ones, most)
  return db.count({ total: '*' }).from(some.as('counted'))
}

function limited(db: Knex, parts: Knex.QueryBuilder[], most: number): Knex.QueryBuilder {
  const some = parts.map(part => part.limit(most))
  return some.length === 1 ? some[0]! : db.select('one').from(together(db, some).as('some')).limit(most)
}

const totalIn = ([sums]: { total: number }[]) => Number(sums!.total)

/**
 * Adds up the declared columns and counts the rows, in one query. What is not known of a row is left out of the sum, and how
 * many those are is told; a column of which nothing is known has no sum.
 */
export async function sum({ db, resource, query, parts, asking }: Listing) {
  const values = query.totals.map((name, at) =>
    db.raw('? as ??', [
      valueWhereReadable(db, resource, asking, name, columnValue(db, resource, columnOf(resource, name)!, asking)),
      `value${at}`,
    ]),
  )
  const sumOf = (from: string, known: string) =>
    query.totals.flatMap((_, at) => [
      db.raw('sum(??) as ??', [`${from}${at}`, `sum${at}`]),
      db.raw(`${known}(??) as ??`, [known === 'sum' ? `known${at}` : `${from}${at}`, `known${at}`]),
    ])
  const sums = parts(query.totals).map(part =>
    db
      .select(db.raw('count(*) as total'), ...sumOf('value', 'count'))
      .from(part.select(db.raw('1 as one'), ...values).as('matching')),
  )
  const [found] = await db
    .select(db.raw('sum(total) as total'), ...sumOf('sum', 'sum'))
    .from(together(db, sums).as('sums'))
  const total = Number(found.total)
  const unknownOf = (at: number) => total - Number(found[`known${at}`] ?? 0)
  const sumIn = (at: number) => (total > 0 && unknownOf(at) === total ? null : Number(found[`sum${at}`] ?? 0))
  const unknown = query.totals.flatMap((name, at) => (unknownOf(at) > 0 ? [[name, unknownOf(at)] as const] : []))
  return {
    total,
    totals: Object.fromEntries(query.totals.map((name, at) => [name, sumIn(at)])),
    ...(unknown.length > 0 && { unknown: Object.fromEntries(unknown) }),
  }
}
