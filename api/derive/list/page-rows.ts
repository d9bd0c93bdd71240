import type { Knex } from 'knex'
import { tableOf } from '../../../resources/define/resource.ts'
import { selectRows } from '../../platform/database.ts'
import { compileSql } from '../varying-sql.ts'
import { extraColumnsIn, selection } from './column-sql.ts'
import { count } from './count-rows.ts'
import { fromTheEnd, isWholeTable, orderBy, rowsFollowing, sortTerms } from './deep-page.ts'
import { keptSql } from './kept-sql.ts'
import { type FoundRow, type Listing, type Matching, orderRows } from './matching.ts'
import { rowsNamed } from './source.ts'

/** From here on, the ids of a page are found in the narrow index first and the rows after. */
export const DEEP = 200
/** From here on, a page of a whole table is looked for from the end where that is nearer. */
export const FAR = 10_000

/** Returns the rows of a page, with the selected columns and the marks. */
export async function pageOf(listing: Listing): Promise<FoundRow[]> {
  const { db, query, asking } = listing
  // Where a deep page begins is asked of the database first, so its statement is another one each time.
  const deep = query.skip < DEEP ? undefined : await rowsOfDeepPage(listing)
  const build = () => pageQuery(listing, deep ?? firstRows(listing))
  if (deep) return build()
  const { sql, bindings } = keptSql(query, asking, 'page', () => compileSql(build))
  return selectRows(db, sql, bindings)
}

function pageQuery({ db, resource, query, asking, marks }: Listing, page: Matching): Knex.QueryBuilder {
  const table = tableOf(resource)
  const columns = [...selection(db, resource, query.select, asking), ...marks]
  // A subselect is evaluated for every sorted row, so only the rows of the page carry it.
  if (query.skip < DEEP && extraColumnsIn(resource, query.select).length + marks.length === 0)
    return page().select(columns)
  const ids = db.select('id').from(page().select(`${table}.id`).as('page'))
  return orderRows(db(table).whereIn(`${table}.id`, ids), db, resource, query, asking).select(columns)
}

export const firstRows =
  ({ db, resource, query, asking, matching }: Listing): Matching =>
  () =>
    orderRows(matching(), db, resource, query, asking).limit(query.limit).offset(query.skip)

/** The rows of a deep page, found in the way that passes the fewest others: after the last one seen, from the end, or from the start. */
export async function rowsOfDeepPage(listing: Listing): Promise<Matching> {
  const { db, resource, query, asking, matching } = listing
  const { skip, limit, after, q } = query
  if (!q) {
    const terms = sortTerms(db, resource, query, asking)
    const following = after === null ? undefined : await rowsFollowing(db, resource, after, matching(), terms)
    if (following) return () => orderBy(following(matching()), terms).limit(limit)
    const near =
      skip >= FAR && isWholeTable(resource, query, asking)
        ? fromTheEnd(query, await count(db, [matching()]))
        : undefined
    if (near) return () => orderBy(matching(), terms, true).limit(near.limit).offset(near.offset)
  }
  return firstRows(listing)
}

/** Returns the rows of these ids, in their order. */
export async function rowsInOrder(
  { db, resource, query, asking, marks }: Listing,
  ids: readonly number[],
): Promise<FoundRow[]> {
  if (ids.length === 0) return []
  const rows: FoundRow[] = await rowsNamed(db, resource, asking, ids).select([
    ...selection(db, resource, query.select, asking),
    ...marks,
  ])
  const place = new Map(ids.map((id, at) => [id, at]))
  return rows.sort((one, other) => place.get(one.id as number)! - place.get(other.id as number)!)
}
