import { createHash } from 'node:crypto'
import type { EntitySet } from '../identity/entity-sets.ts'
import { collectionRows, type SapRow } from './odata.ts'
import { SapError, sameAgain } from './sap-error.ts'
import { readAnswer, type SapSession } from './session.ts'

export interface EntityPage {
  rows: SapRow[]
  /** How many rows SAP counts in all; null where it does not say. */
  total: number | null
  /**
   * On the last page how many of them never came; null where SAP did not count, or counted otherwise at the first page,
   * and on every other page.
   */
  missing: number | null
}

/** What is asked of an entity set. */
export interface PagesHow {
  /** An OData filter expression. */
  filter?: string | undefined
  pageSize?: number | undefined
  /** Asks within a `$batch`, whose parts may have longer addresses. */
  inBatch?: boolean | undefined
}

/** The part of SAP that gives rows of entity sets. */
export interface SapRows {
  /** The rows of an entity set, page by page. */
  pages(set: EntitySet, how?: PagesHow): AsyncIterable<EntityPage>
  /** One row by its key, each part as SAP writes it; null where SAP itself says that it has none. */
  row(set: EntitySet, key: Readonly<Record<string, string>>): Promise<SapRow | null>
}

/**
 * Reads an entity set page by page, by SAP's own page mark where it gives one, else by `$top` and `$skip`. A row that
 * SAP gives twice is given once, and the last page says whether one was lost: how many different keys came must be what
 * SAP counts at the first page and at the last. Throws SapError.
 */
export async function* entityPages(
  session: SapSession,
  { path, key, select, expand }: EntitySet,
  { filter, pageSize = 1000, inBatch = false }: PagesHow = {},
): AsyncGenerator<EntityPage> {
  const parameters = {
    ...(filter && { $filter: filter }),
    ...(select && { $select: select.join() }),
    ...(expand && { $expand: expand.join() }),
    $orderby: key.join(),
    $inlinecount: 'allpages',
  }
  const ask = inBatch ? session.getInBatch : session.get
  const seen = new Set<number>()
  let place: Record<string, string | number> = { $top: pageSize, $skip: 0 }
  let skip = 0
  let before = ''
  let repeats = 0
  let counted: number | null | undefined
  for (;;) {
    const { rows, total, next } = pageOf((await ask(path, { ...parameters, ...place })).text)
    if (counted === undefined) counted = total
    const keys = rows.map(row => JSON.stringify(key.map(name => row[name])))
    const isRepeated = rows.length > 0 && keys.join() === before
    before = keys.join()
    if (isRepeated && ++repeats > 3) throw sameAgain()
    if (!isRepeated) skip += rows.length
    const fresh = rows.filter((_, index) => {
      const known = seen.size
      return seen.add(keyNumber(keys[index]!)).size > known
    })
    const isLast = next === null && ('$skiptoken' in place || rows.length < pageSize)
    const missing = isLast && total !== null && total === counted ? Math.max(0, total - seen.size) : null
    yield { rows: fresh, total, missing }
    if (isLast) return
    place = next ?? { $top: pageSize, $skip: skip }
  }
}

/** A number of 52 bits that stands for a key, so that a million keys fit into a few megabytes. */
export const keyNumber = (key: string): number =>
  Number(createHash('sha256').update(key).digest().readBigUInt64BE() >> 12n)

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

/** Reads a row by its key, each part as SAP writes it; null where SAP itself says that there is none. */
export async function entityRow(
  session: SapSession,
  { path, select, expand }: Pick<EntitySet, 'path' | 'select' | 'expand'>,
  key: Readonly<Record<string, string>>,
): Promise<SapRow | null> {
  const parts = Object.entries(key)
  const literal = ([name, value]: [string, string]) => `${parts.length > 1 ? `${name}=` : ''}${quoted(value)}`
  const query = {
    ...(select && { $select: select.join() }),
    ...(expand && expand.length > 0 && { $expand: expand.join() }),
  }
  try {
    const answer = await session.get(`${path}(${parts.map(literal).join()})`, query)
    return readAnswer(answer.text, row => row)
  } catch (error) {
    // A 404 that SAP itself explains is BUSINESS; one from a proxy on the way is TECH and proves nothing.
    if (error instanceof SapError && error.httpStatus === 404 && error.errorClass === 'BUSINESS') return null
    throw error
  }
}

/** A key in a path, where a slash or a colon would be read as something else. */
const quoted = (value: string) => `'${encodeURIComponent(value.replaceAll("'", "''"))}'`
