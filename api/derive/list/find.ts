import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import type { LeftOut, ListPage } from '../../../resources/define/list-page.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { searchedTexts } from '../../../resources/define/sheet/signs.ts'
import { keepsPast } from '../../../resources/define/succession.ts'
import { behaviourOf } from '../extend.ts'
import { actsOnAll } from '../rights/conditions.ts'
import { actsOnAllWith, opennessOf, readOnSome } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import { redactorWith } from '../rights/redact.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import { countInIndex, type PlainText } from '../search/candidates.ts'
import { isIndexed } from '../search/text-hits.ts'
import { extraColumnsIn, withColumnNames } from './column-sql.ts'
import { COUNT_LIMIT, count, sum, totalOf } from './count-rows.ts'
import { sortTerms } from './deep-page.ts'
import {
  columnsNamed,
  type FoundRow,
  type Listing,
  matchingRows,
  orderRows,
  readerOfQuery,
  referredByKey,
  rowsOfList,
} from './matching.ts'
import { pageOf, rowsInOrder } from './page-rows.ts'
import type { Filters, ListQuery } from './query.ts'
import { findRanked } from './ranked.ts'
import type { Reader } from './reader.ts'
import { pageOfGroups, pageOfReport } from './report-page.ts'
import { withTexts } from './texts.ts'
import { withWorkedOut } from './worked-out.ts'

/** So few rows are counted sooner by looking at each. */
const FEW = 1_000

/**
 * One page of a list in at most three queries: rows, capped count (when the page does not tell), reference texts; a report
 * asks for ids first, at most twice. One more where the list is sorted by a column that the person reads on some rows only.
 */
export async function findPage(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  person: Person | undefined,
): Promise<ListPage<StoredRow>> {
  const asking = await readerOfQuery(db, resource, query, person)
  const plain = plainTextOf(resource, query, asking)
  const find = !looksThroughAll(query) ? foundInTurn : plain ? foundRanked : foundAtOnce
  const { marks, closedOf } = opennessOf(db, resource, person, query.select)
  const { rows, total, totals, unknown } = await find({ ...rowsOfList(db, resource, query, asking), marks, plain })
  const closed = new Map(rows.map(row => [row.id as number, closedOf(row)]))
  const read = rows.map(row =>
    decodeRow(resource, withColumnNames(resource, extraColumnsIn(resource, query.select), row)),
  )
  const shown = person ? read.map(row => redactorWith(resource, person, id => closed.get(id)!)(row.id, row)) : read
  const data = await withTexts(
    db,
    resource,
    await withWorkedOut(db, resource, { names: query.select, reader: asking }, shown),
  )
  if (query.asOn && keepsPast(resource)) markLater(data, query.asOn)
  const leftOut = person && (await leftOutBySort(db, resource, query, asking, person))
  const sums = totals && { totals, ...(unknown && { unknown }) }
  return { total, limit: query.limit, skip: query.skip, data, ...sums, ...(leftOut && { leftOut }) }
}

/** Marks what was entered after the day that is looked at: on that day itself nobody read it. */
function markLater(rows: StoredRow[], day: string) {
  for (const row of rows) {
    const enteredOn = typeof row.createdAt === 'string' ? dayOf(row.createdAt) : day
    if (enteredOn > day) row.enteredOn = enteredOn
  }
}

/** The rows that match but for the sort, since one of its columns is closed to the person on them. */
async function leftOutBySort(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  asking: Reader,
  person: Person,
): Promise<LeftOut | undefined> {
  const some = readOnSome(person, resource)
  const columns = query.sort.map(({ field }) => field).filter(name => some.has(name))
  if (columns.length === 0) return undefined
  const id = `${tableOf(resource)}.id`
  const shown = matchingRows(db, resource, query, asking, 'read').select(id)
  const others = matchingRows(db, resource, { ...query, sort: [] }, asking, 'read').whereNotIn(id, shown)
  const rows = await count(db, [others], COUNT_LIMIT)
  return rows > 0 ? { rows, columns } : undefined
}

interface FoundRows {
  rows: FoundRow[]
  total: number
  totals?: ListPage<FoundRow>['totals'] | undefined
  unknown?: ListPage<FoundRow>['unknown'] | undefined
}

/** Searches scan every row once, for the page and the count together. */
const looksThroughAll = ({ q, exact, totals, skip, limit }: ListQuery) =>
  q !== null && !exact && totals.length === 0 && limit > 0 && skip + limit <= COUNT_LIMIT

/**
 * The text that a query searches for when it asks for nothing else, unless for active rows, and the search index names
 * more than a few: then the index alone counts them, and a page is read in its order.
 */
function plainTextOf(resource: Resource, query: ListQuery, { person, hits }: Reader): PlainText | undefined {
  const { q, asOn, filters } = query
  const [filter, ...more] = filters.filter(filter => !isOfActiveRows(filter))
  const search = q === null ? filterText(filter) : filter ? undefined : { text: q, columns: resource.search }
  if (!search || more.length > 0 || asOn !== null) return undefined
  if (!search.columns.every(name => isIndexed(resource, name))) return undefined
  if (q !== null && (referredByKey(resource).length > 0 || searchedTexts(q).length > 1)) return undefined
  if (person && !(actsOnAll(resource, person, 'read') && actsOnAllWith(resource, person, 'read', columnsNamed(query))))
    return undefined
  const ids = hits?.(resource, search.text)
  return ids && ids.length <= FEW ? undefined : { ...search, activeOnly: filters.some(isOfActiveRows) }
}

const filterText = (filter: Filters[number] | undefined) =>
  filter && !('or' in filter) && filter.operator === '$contains'
    ? { text: String(filter.value), columns: [filter.field] }
    : undefined

const isOfActiveRows = (filter: Filters[number]) =>
  !('or' in filter) && filter.field === 'isActive' && filter.operator === '$eq' && filter.value === true

async function foundRanked(listing: Listing): Promise<FoundRows> {
  const { db, resource, query, asking, matching } = listing
  const terms = query.sort.length > 0 ? sortTerms(db, resource, query, asking) : undefined
  const ids = await findRanked(db, resource, { ...query, q: query.q!, terms }, matching)
  if (!ids) return foundAtOnce(listing)
  const rows = await rowsInOrder(listing, ids)
  const known = await knownTotal(listing)
  return { rows, total: known ?? (await totalOf(listing, rows)) }
}

async function foundAtOnce(listing: Listing): Promise<FoundRows> {
  const { db, resource, query, asking, matching } = listing
  const ids: number[] = await orderRows(matching(), db, resource, query, asking)
    .limit(COUNT_LIMIT)
    .pluck(`${tableOf(resource)}.id`)
  const page = ids.slice(query.skip, query.skip + query.limit)
  return { rows: await rowsInOrder(listing, page), total: ids.length }
}

async function foundInTurn(listing: Listing): Promise<FoundRows> {
  const { limit, totals } = listing.query
  if (limit > 0 && totals.length === 0 && behaviourOf(listing.resource).groupsRows) {
    const { rows, total } = await pageOfGroups(listing)
    return { rows, total: total ?? (await totalOf(listing, rows)) }
  }
  const knownCount = await knownTotal(listing)
  const page = listing.resource.kind === 'report' ? pageOfReport : pageOf
  const rows = limit === 0 || knownCount === 0 ? [] : await page(listing)
  if (totals.length > 0) return { rows, ...(await sum(listing)) }
  return { rows, total: knownCount ?? (await totalOf(listing, rows)) }
}

/** The number of rows that contain a common text, capped, as far as the search index tells it. */
const knownTotal = async ({ db, resource, query, plain }: Listing) =>
  plain && countInIndex(db, resource, plain, query.exact ? undefined : COUNT_LIMIT)
