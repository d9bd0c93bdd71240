import type { EntityPage, PagesHow, SapRows } from '../http/entity-pages.ts'
import type { EntitySet } from '../identity/entity-sets.ts'
import { allOf, isOurs, oursFilter, type Reach } from '../identity/whose.ts'

/** A page of rows that are ours. */
export interface OurPage extends EntityPage {
  /** How many rows of others it had. */
  others: number
}

/** Reads the rows of an entity set that are ours: SAP is asked for no others, and what it gives all the same is counted. */
export async function* ourPages(
  sap: Pick<SapRows, 'pages'>,
  set: EntitySet,
  reach: Reach,
  how: PagesHow = {},
): AsyncGenerator<OurPage> {
  yield* onlyOurs(set, reach, sap.pages(set, { ...how, filter: allOf(how.filter, oursFilter(set.identity, reach)) }))
}

/** The same pages without the rows of others. */
export async function* onlyOurs(
  { identity }: EntitySet,
  reach: Reach,
  pages: AsyncIterable<EntityPage>,
): AsyncGenerator<OurPage> {
  for await (const page of pages) {
    const rows = page.rows.filter(row => isOurs(identity, row, reach))
    yield { ...page, rows, others: page.rows.length - rows.length }
  }
}
