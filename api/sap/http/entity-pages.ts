import { collectionRows, type SapRow } from './odata.ts'
import { sameAgain } from './sap-error.ts'
import { readAnswer, type SapSession } from './session.ts'

/** An entity set of SAP, and what of it the portal reads; all names as in SAP's metadata. */
export interface EntitySet {
  /** Service and entity set, such as `API_PRODUCT_SRV/A_Product`. */
  path: string
  /** The key fields, by which its pages are ordered. */
  key: readonly string[]
  /** Also fields of expanded sets: `to_Description/Language`. All fields where it is left out. */
  select?: readonly string[]
  expand?: readonly string[]
}

export interface EntityPage {
  rows: SapRow[]
  /** How many rows SAP counts in all; null where it does not say. */
  total: number | null
  /** On the last page how many of them never came; null where SAP did not count, and on every other page. */
  missing: number | null
}

/**
 * Reads an entity set page by page, by SAP's own page mark where it gives one, else by `$top` and `$skip`. A page that
 * SAP gives twice is left out, and the last page says whether one was lost. Throws SapError.
 */
export async function* entityPages(
  session: SapSession,
  { path, key, select, expand }: EntitySet,
  { filter, pageSize = 1000 }: { filter?: string | undefined; pageSize?: number | undefined } = {},
): AsyncGenerator<EntityPage> {
  const parameters = {
    ...(filter && { $filter: filter }),
    ...(select && { $select: select.join() }),
    ...(expand && { $expand: expand.join() }),
    $orderby: key.join(),
    $inlinecount: 'allpages',
  }
  let place: Record<string, string | number> = { $top: pageSize, $skip: 0 }
  let skip = 0
  let before = ''
  let repeats = 0
  for (;;) {
    const { rows, total, next } = pageOf((await session.get(path, { ...parameters, ...place })).text)
    const keys = JSON.stringify(rows.map(row => key.map(name => row[name])))
    const isRepeated = rows.length > 0 && keys === before
    before = keys
    if (isRepeated && ++repeats > 3) throw sameAgain()
    if (!isRepeated) skip += rows.length
    const isLast = next === null && ('$skiptoken' in place || rows.length < pageSize)
    const missing = isLast && total !== null ? Math.max(0, total - skip) : null
    yield { rows: isRepeated ? [] : rows, total, missing }
    if (isLast) return
    place = next ?? { $top: pageSize, $skip: skip }
  }
}

function pageOf(text: string) {
  return readAnswer(text, answer => {
    if (!Array.isArray(answer.results)) throw new RangeError('no list')
    const total = typeof answer.__count === 'string' && /^\d+$/.test(answer.__count) ? Number(answer.__count) : null
    return {
      rows: collectionRows(answer),
      total,
      next: typeof answer.__next === 'string' ? placeOf(answer.__next) : null,
    }
  })
}

/** Where the next page begins. Only this is taken from SAP's link, so that it cannot lead to another server. */
function placeOf(link: string): Record<string, string> {
  const query = new URL(link, 'http://sap.invalid/').searchParams
  // A top beside SAP's own mark is what is left of the page asked for, after which SAP would give no further mark.
  const names = query.has('$skiptoken') ? ['$skiptoken'] : ['$skip', '$top']
  const marks = names.flatMap(name => {
    const value = query.get(name)
    return value === null ? [] : [[name, value]]
  })
  if (marks.length === 0) throw new RangeError('a link to a next page without a mark')
  return Object.fromEntries(marks)
}
