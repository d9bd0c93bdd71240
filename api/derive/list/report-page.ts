import { addDays } from '../../../resources/define/dates.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { selection } from './column-sql.ts'
import { declaredSort, orderBy, type SortTerm, sortColumns } from './deep-page.ts'
import { type FoundRow, type Listing, orderTerms, rowsOfList } from './matching.ts'
import { DEEP, FAR, firstRows, rowsInOrder, rowsOfDeepPage } from './page-rows.ts'
import { PART_ID, together } from './source.ts'

/** A page of a report: its ids first, then the other columns of these rows alone, looked up by their ids. */
export const pageOfReport = async (listing: Listing): Promise<FoundRow[]> =>
  rowsInOrder(listing, await idsOfPage(listing))

/** A page of a report whose rows are groups, and how many there are in all; undefined where the page has none. */
export async function pageOfGroups(listing: Listing): Promise<{ rows: FoundRow[]; total: number | undefined }> {
  const { db, resource, query, asking, marks } = listing
  const all = db.raw('count(*) over () as ??', [ALL])
  const rows: FoundRow[] = await firstRows(listing)().select([
    ...selection(db, resource, query.select, asking),
    ...marks,
    all,
  ])
  const total = rows[0] && Number(rows[0][ALL])
  return { rows: rows.map(({ [ALL]: _, ...row }) => row), total }
}

const ALL = 'allRows'

/** Most pages by date are full within these days, so that the database need not sort the rows of a year for them. */
const NEWEST = 14

async function idsOfPage(listing: Listing): Promise<number[]> {
  const newest = ofNewestDays(listing)
  const ids = newest ? await idsIn(newest) : []
  return ids.length > 0 && ids.length === listing.query.limit ? ids : idsIn(listing)
}

/** The same list of the last days of its period, if it begins with them; undefined if not. */
function ofNewestDays(listing: Listing): Listing | undefined {
  const { db, resource, query, asking } = listing
  const { field } = resource.period ?? {}
  const { from, to } = asking.period ?? {}
  const [first] = query.sort.length > 0 ? query.sort : declaredSort(resource)
  // By an instant the database finds them by an index.
  if (
    !first?.descending ||
    first.field !== field ||
    query.q ||
    from === undefined ||
    to === undefined ||
    query.skip >= DEEP
  )
    return undefined
  const start = addDays(to, 1 - NEWEST)
  if (start <= from) return undefined
  const later = { field: field!, operator: '$gte', value: start } as const
  const among = { ...query, filters: [...query.filters, later] }
  return { ...listing, ...rowsOfList(db, resource, among, { ...asking, period: { from: start, to } }) }
}

async function idsIn(listing: Listing): Promise<number[]> {
  const { db, resource, query, asking } = listing
  const id = `${tableOf(resource)}.id`
  const parts = query.skip < FAR ? listing.parts([]) : []
  if (parts.length <= 1) {
    const rows = query.skip < DEEP ? firstRows(listing) : await rowsOfDeepPage(listing)
    return rows().pluck(id)
  }
  // The rows that may be on it are looked for in each part.
  const terms = orderTerms(db, resource, query, asking)
  const inParts = terms.map(term => (term.value === id ? { ...term, value: `${tableOf(resource)}.${PART_ID}` } : term))
  const some = parts.map(part =>
    orderBy(part, inParts)
      .limit(query.skip + query.limit)
      .select(id, ...sortColumns(db, terms)),
  )
  const sorted = terms.map((term, at): SortTerm => ({ ...term, value: `sort${at}` }))
  const found = orderBy(db.from(together(db, some).as('found')), sorted)
  return found.limit(query.limit).offset(query.skip).pluck('id')
}
