import type { Knex } from 'knex'

/** Days as 2026-04-01, both included; without one there is no bound. */
export interface Period {
  from?: string
  to?: string
}

/** Sums, stamps or an index that are kept beside the rows they follow from, and so can differ from them. */
export interface Book {
  /** As its nightly job is called. */
  name: string
  /** What a difference is, before the sentences: «Sales differ from their documents». */
  about: string
  /** Where it differs from the rows, a sentence each. */
  differences(db: Knex): Promise<string[]>
  /** Whether it can be compared now. */
  isReady?(db: Knex): Promise<boolean>
  /** The time of India at which it is compared each night; without one `npm run check` alone does. */
  at?: string
  /** How it is made anew from the rows; `by` is the command that does. Returns a sentence that says what was. */
  rebuild?: { by: 'rebuild-facts' | 'rebuild-search'; make(db: Knex, period: Period): Promise<string> }
}

/** After so many differences a book may look no further: what is wrong with all rows would fill the memory. */
export const MOST_DIFFERENCES = 1_000

/** What a reading finds and the next one finds again: what a change in progress causes is gone by then. */
export async function lastingOf(read: () => Promise<string[]>): Promise<string[]> {
  const first = new Set(await read())
  return first.size === 0 ? [] : (await read()).filter(one => first.has(one))
}

/** Compares a book with its rows, nightly; throws where they differ, so that it appears on the page of jobs. */
export async function compareBook(db: Knex, book: Book): Promise<number> {
  const { about, isReady, rebuild } = book
  if (isReady && !(await isReady(db))) return 0
  const lasting = await lastingOf(() => book.differences(db))
  const { length } = lasting
  if (length === 0) return 0
  const many = `${length}${length < MOST_DIFFERENCES ? '' : ' or more'} difference${length === 1 ? '' : 's'}`
  const remedy = rebuild ? `; npm run ${rebuild.by} counts them again` : ''
  throw new Error(`${about} (${many}${remedy}): ${lasting.slice(0, 4).join('. ')}`)
}

/** All differences of these books, a sentence each; of those that can be compared now. */
export async function differencesOf(db: Knex, books: readonly Book[]): Promise<string[]> {
  const differences: string[] = []
  for (const book of books)
    if (!book.isReady || (await book.isReady(db))) differences.push(...(await book.differences(db)))
  return differences
}
