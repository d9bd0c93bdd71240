import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { MOST_CANDIDATES, type Walk, walkOf } from '../search/candidates.ts'
import { contains, escaped } from '../search/contains.ts'
import { orderBy, type SortTerm } from './deep-page.ts'
import type { Matching } from './matching.ts'

/** No text that begins like another one comes after it and this character. */
const LAST = '\u{10ffff}'

interface Page {
  q: string
  skip: number
  limit: number
  /** The order within each rank; undefined where it is that of the ids. */
  terms: readonly SortTerm[] | undefined
}

/**
 * Finds the ids of a page of the rows that contain a common text: codes that are the text, then codes that begin with
 * it, then the others, read in their order, so that no row is sorted but those few codes. Undefined where no search index
 * can be walked, or where so many codes begin with the text that the page is found sooner by sorting.
 */
export async function findRanked(
  db: Knex,
  resource: Resource,
  { q, skip, limit, terms }: Page,
  matching: Matching,
): Promise<number[] | undefined> {
  const walk = () => walkOf(db, resource, q)!
  if (!walkOf(db, resource, q)) return undefined
  const code = new CodeRank(resource, q)
  const end = skip + limit
  const beginning = await howMany(db, code.beginsAlike(db(code.table)), MOST_CANDIDATES + 1)
  const many = beginning > MOST_CANDIDATES
  if (many && terms) return undefined
  const first = many
    ? await code.firstOfMany(matching, walk, end)
    : beginning > 0
      ? await code.all(matching, terms)
      : []
  if (many && first.length < end) return undefined
  const more = end - Math.max(skip, first.length)
  if (more <= 0) return first.slice(skip, end)
  const { id, rows } = walk()
  const others = terms ? orderBy(code.notBeginning(matching()), terms) : code.notBeginning(matching(rows)).orderBy(id)
  const after: number[] = await others
    .limit(more)
    .offset(Math.max(0, skip - first.length))
    .pluck(`${code.table}.id`)
  return [...first.slice(skip), ...after]
}

async function howMany(db: Knex, rows: Knex.QueryBuilder, most: number): Promise<number> {
  const [found] = await db.count({ total: '*' }).from(rows.select(db.raw('1 as one')).limit(most).as('counted'))
  return Number((found as { total: number }).total)
}

/** Conditions on the code of a row, by which a search is ranked. */
class CodeRank {
  readonly table: string
  private readonly code: string
  private readonly text: string
  constructor(resource: Resource, text: string) {
    this.table = tableOf(resource)
    this.code = `${this.table}.${resource.search[0]}`
    this.text = text
  }

  /** The part of the index on codes in which those lie that begin with the text. */
  beginsAlike = (rows: Knex.QueryBuilder) =>
    rows.where(this.code, '>=', this.text).where(this.code, '<', this.text + LAST)

  notBeginning = (rows: Knex.QueryBuilder) =>
    rows.whereRaw("coalesce(?? like ? escape '!', 0) = 0", [this.code, `${escaped(this.text)}%`])

  private beginning = (rows: Knex.QueryBuilder) => contains(rows, this.code, `${escaped(this.text)}%`)

  all(matching: Matching, terms: readonly SortTerm[] | undefined): Promise<number[]> {
    const id = `${this.table}.id`
    const ranked = this.beginning(this.beginsAlike(matching())).orderByRaw('case when ?? = ? then 0 else 1 end', [
      this.code,
      this.text,
    ])
    return (terms ? orderBy(ranked, terms) : ranked.orderBy(id)).pluck(id)
  }

  async firstOfMany(matching: Matching, walk: () => Walk, most: number): Promise<number[]> {
    const id = `${this.table}.id`
    const exact: number[] = await matching().where(this.code, this.text).orderBy(id).limit(most).pluck(id)
    const { id: order, rows } = walk()
    const others: number[] = await this.beginning(matching(rows))
      .whereNot(this.code, this.text)
      .orderBy(order)
      .limit(most)
      .pluck(id)
    return [...exact, ...others].slice(0, most)
  }
}
