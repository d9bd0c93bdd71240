import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { isSqlite, selectRows } from '../../platform/database.ts'
import { type SearchIndex, searchIndexOf } from './search-index.ts'
import { idsHolding } from './trigram-table.ts'

/**
 * A text of more rows than these is common, unless they are still less than a hundredth of all: walking an index in the
 * order of the list then fills a page sooner.
 */
export const MOST_CANDIDATES = 3_000
const HUNDREDTH = 100
/** The index holds groups of this many characters. */
const GROUP = 3

/**
 * Returns the ids of all rows that may contain a text in a column of the resource's search index; the caller compares
 * the texts themselves. Undefined where the index does not tell: the resource has none, the text is too short, or more
 * than `MOST_CANDIDATES` rows may contain it.
 */
export async function candidateIds(db: Knex, resource: Resource, text: string): Promise<readonly number[] | undefined> {
  const index = searchIndexOf(resource)
  const groups = groupsOf(text)
  if (!index || groups.length === 0) return undefined
  if (!isSqlite(db)) return idsHolding(db, resource, groups, MOST_CANDIDATES)
  const most = `(select max(${MOST_CANDIDATES}, coalesce(max(id), 0) / ${HUNDREDTH}) from \`${tableOf(resource)}\`)`
  // One text for all ids, since thousands of rows would take longer to hand over than to find.
  const [answer] = await selectRows<{ ids: string | null }>(
    db,
    `select case when count(*) <= ${most} then json_group_array(id) end as ids from (select rowid as id from ${index.table} where ${index.table} match ? limit ${most} + 1)`,
    [holdingAll(index, groups)],
  )
  return answer!.ids === null ? undefined : JSON.parse(answer!.ids)
}

/**
 * Returns the rows that may contain a text as the source of a query that reads them one by one in the order of their
 * ids, however many they are; undefined where the index cannot be read so.
 */
export function walkOf(db: Knex, resource: Resource, text: string): Walk | undefined {
  const index = searchIndexOf(resource)
  const groups = groupsOf(text)
  if (!index || groups.length === 0 || !isSqlite(db)) return undefined
  const table = tableOf(resource)
  return {
    id: `${index.table}.rowid`,
    rows: db
      .from(db.raw('?? cross join ?? on ?? = ??', [index.table, table, `${table}.id`, `${index.table}.rowid`]))
      .whereRaw('?? match ?', [index.table, holdingAll(index, groups)]),
  }
}

/** The rows that may contain a text, and the column by which they come in order. */
export interface Walk {
  id: string
  rows: Knex.QueryBuilder
}

/** A text in one of these columns, of any row or of the active ones. */
export interface PlainText {
  text: string
  columns: readonly string[]
  activeOnly: boolean
}

/**
 * Counts the rows that contain a text, at most `most` where given, in the index alone, which compares as `like` does;
 * undefined where it cannot.
 */
export async function countInIndex(
  db: Knex,
  resource: Resource,
  { text, columns, activeOnly }: PlainText,
  most?: number,
): Promise<number | undefined> {
  const index = searchIndexOf(resource)
  if (!index || groupsOf(text).length === 0 || !isSqlite(db)) return undefined
  const active = activeOnly ? ` AND isActive : "${ACTIVE}"` : ''
  const limit = most === undefined ? '' : ` limit ${most}`
  const [answer] = await selectRows<{ total: number }>(
    db,
    `select count(*) as total from (select 1 from ${index.table} where ${index.table} match ?${limit})`,
    [`${inColumns(index, columns, [text])}${quoted(text)}${active}`],
  )
  return answer!.total
}

/** The groups of three characters that follow each other in a text, and its last one; none in a shorter text. */
function groupsOf(text: string): string[] {
  const characters = [...text]
  // Texts are indexed and compared up to such a character.
  if (characters.length < GROUP || text.includes('\0')) return []
  const groups = new Set<string>()
  for (let start = 0; start + GROUP <= characters.length; start += GROUP)
    groups.add(characters.slice(start, start + GROUP).join(''))
  return [...groups.add(characters.slice(-GROUP).join(''))]
}

const holdingAll = (index: SearchIndex, groups: readonly string[]) =>
  `${inColumns(index, index.columns, groups)}(${groups.map(quoted).join(' AND ')})`

/** The mark of an active row in the index. */
const ACTIVE = 'yes'

/** Limits a search to columns, which takes longer, unless these are all and it is not for the mark of active rows. */
const inColumns = (index: SearchIndex, columns: readonly string[], texts: readonly string[]) =>
  columns.length === index.columns.length && !texts.some(text => text.toLowerCase() === ACTIVE)
    ? ''
    : `{${columns.join(' ')}} : `

/** A text as the index holds it: its letters without accents small, which `like` does not tell apart. */
const quoted = (text: string) => `"${text.replace(/[A-Z]+/g, letters => letters.toLowerCase()).replaceAll('"', '""')}"`
