import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { changeRows, selectRows } from '../../platform/database.ts'
import { transact } from '../../platform/transact.ts'
import { type SearchIndex, searchIndexOf } from './search-index.ts'

// The search index on MariaDB: a table of the groups of three characters of each row, and the list of rows that changed
// since their groups were taken in. Both hold texts in the collation of the columns, so that groups are equal wherever
// `like` takes their characters for equal.

/** So many changed rows are taken in at once, and as many may wait before that begins. */
const AT_ONCE = 500
/** More groups of a text would cost more to look up than they leave out. */
const MOST_GROUPS = 8

/** What the index answers: the ids of rows that may hold a text, how many they are, and how many changes wait. */
interface Answer {
  total: number
  ids: string | number[] | null
  waiting: number
}

/**
 * Returns the ids of the rows that hold all these groups, and of those whose groups are not taken in yet; undefined when
 * they are more than `most`. Where many changes wait, it has them taken in meanwhile.
 */
export async function idsHolding(
  db: Knex,
  resource: Resource,
  groups: readonly string[],
  most: number,
): Promise<number[] | undefined> {
  const { table } = searchIndexOf(resource)!
  const sought = groups.slice(-MOST_GROUPS)
  const joined = sought
    .slice(1)
    .map((_, at) => `join ${table} g${at + 1} on g${at + 1}.rowId = g0.rowId and g${at + 1}.trigram = ?`)
  const limit = `limit ${most + 1}`
  const [answer] = await selectRows<Answer>(
    db,
    `select count(*) as total, json_arrayagg(id) as ids, (select count(*) from (select 1 from ${table}_change limit ${AT_ONCE}) c) as waiting
from ((select g0.rowId as id from ${table} g0 ${joined.join(' ')} where g0.trigram = ? ${limit}) union (select rowId from ${table}_change ${limit})) found`,
    [...sought.slice(1), sought[0]!],
  )
  const { total, ids, waiting } = answer!
  // The next search tries again where this fails.
  if (waiting >= AT_ONCE && !db.isTransaction) takingIn(db, resource).catch(() => undefined)
  if (total > most) return undefined
  return typeof ids === 'string' ? JSON.parse(ids) : (ids ?? [])
}

const running = new WeakMap<object, Map<string, Promise<void>>>()

// One at a time in this process.
function takingIn(db: Knex, resource: Resource): Promise<void> {
  const all = running.get(db.client) ?? new Map<string, Promise<void>>()
  running.set(db.client, all)
  const underWay = all.get(resource.name)
  if (underWay) return underWay
  const run = takeInChanges(db, resource).finally(() => all.delete(resource.name))
  all.set(resource.name, run)
  return run
}

/** Takes the groups of all changed rows into the index, some hundred rows in a transaction. */
export async function takeInChanges(db: Knex, resource: Resource): Promise<void> {
  while (await transact(db, trx => takeInSome(trx, resource), 'latest'));
}

/** Takes in the oldest changes; returns false when there were none. */
async function takeInSome(trx: Knex, resource: Resource): Promise<boolean> {
  const index = searchIndexOf(resource)!
  const changes: { id: number; rowId: number }[] = await trx(`${index.table}_change`)
    .select('id', 'rowId')
    .orderBy('id')
    .limit(AT_ONCE)
  if (changes.length === 0) return false
  // Whoever holds the first of them takes in the others; a lock on all would wait for changes that are being written.
  const isFirst = await trx(`${index.table}_change`).where({ id: changes[0]!.id }).forUpdate().first('id')
  if (!isFirst) return true
  const among = (ids: readonly number[]) => `(${ids.map(() => '?').join()})`
  const ids = changes.map(({ id }) => id)
  const rowIds = [...new Set(changes.map(({ rowId }) => rowId))]
  const former = `select rowId, formerTexts as texts from ${index.table}_change where formerTexts is not null and id in ${among(ids)}`
  await changeRows(
    trx,
    `delete s from (${groupsIn(resource, index, former)}) former straight_join ${index.table} s on s.trigram = former.trigram and s.rowId = former.rowId`,
    ids,
  )
  await changeRows(
    trx,
    `insert ignore into ${index.table} (trigram, rowId) ${groupsIn(resource, index, `${textsOf(resource, index)} where id in ${among(rowIds)}`)} order by 1, 2`,
    rowIds,
  )
  await changeRows(trx, `delete from ${index.table}_change where id in ${among(ids)}`, ids)
  return true
}

/** Selects the id of each row, and its texts as one. */
export const textsOf = (resource: Resource, { columns }: SearchIndex) =>
  `select id as rowId, concat_ws('\\n', ${columns.join()}) as texts from \`${tableOf(resource)}\``

/** Selects every group of three characters with its row, of rows with their texts. */
export function groupsIn(resource: Resource, { columns }: SearchIndex, texts: string): string {
  const longest = columns.reduce((sum, name) => sum + resource.fields[name]!.max! + 1, 0)
  return `with recursive place (n) as (select 1 union all select n + 1 from place where n < ${longest})
select substr(texts, n, 3) as trigram, rowId from (${texts}) t join place on n <= char_length(texts) - 2`
}
