import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { resources } from '../../../resources/registry.ts'
import type { Book } from '../../platform/books.ts'
import { isSqlite, selectRows } from '../../platform/database.ts'
import { type SearchIndex, searchIndexOf } from './search-index.ts'
import { groupsIn, takeInChanges, textsOf } from './trigram-table.ts'

/** So many rows are compared at once. */
const AT_ONCE = 5_000

const large = resources.filter(({ large }) => large)

/** Makes the search indexes of all large resources anew from their rows; returns their titles. */
export async function rebuildSearchIndexes(db: Knex): Promise<string[]> {
  for (const resource of large) {
    const { table } = searchIndexOf(resource)!
    if (isSqlite(db)) await db.raw(`insert into ${table} (${table}) values ('rebuild')`)
    else await rebuildTrigrams(db, resource)
  }
  return large.map(({ title }) => title)
}

/** Compares the search indexes with the rows; returns a sentence for each that differs, or that no trigger keeps. */
export async function searchIndexDifferences(db: Knex): Promise<string[]> {
  const sentences: string[] = []
  for (const resource of large) {
    const sentence = await differenceOf(db, resource)
    if (sentence) sentences.push(sentence)
  }
  return sentences
}

/** The search indexes of large masters beside their rows. */
export const searchBook: Book = {
  name: 'search',
  about: 'Search indexes differ from their rows',
  differences: searchIndexDifferences,
  rebuild: {
    by: 'rebuild-search',
    make: async db => `The search index is new for: ${(await rebuildSearchIndexes(db)).join(', ')}.`,
  },
}

async function differenceOf(db: Knex, resource: Resource): Promise<string | undefined> {
  const index = searchIndexOf(resource)!
  if (!(await hasTriggers(db, index)))
    return `${resource.title}: changes no longer reach the search index ${index.table}, since its triggers are missing: restore a backup`
  return (await (isSqlite(db) ? agrees(db, index) : trigramsAgree(db, resource)))
    ? undefined
    : `${resource.title}: the search index ${index.table} differs from the rows, run npm run rebuild-search`
}

async function hasTriggers(db: Knex, { table }: SearchIndex): Promise<boolean> {
  const names = ['insert', 'update', 'delete'].map(change => `${table}_${change}`)
  const kept = isSqlite(db)
    ? db('sqlite_master').where('type', 'trigger').whereIn('name', names).pluck('name')
    : db('information_schema.triggers')
        .whereRaw('trigger_schema = database()')
        .whereIn('trigger_name', names)
        .pluck('trigger_name')
  return (await kept).length === names.length
}

async function agrees(db: Knex, { table }: SearchIndex): Promise<boolean> {
  try {
    await db.raw(`insert into ${table} (${table}, rank) values ('integrity-check', 1)`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_CORRUPT') return false
    throw error
  }
}

/** Makes the index anew. Meanwhile every row counts as one that may hold any text, so searches find what they should. */
async function rebuildTrigrams(db: Knex, resource: Resource): Promise<void> {
  const { table } = searchIndexOf(resource)!
  await db.raw(`insert into ${table}_change (rowId) select id from \`${tableOf(resource)}\``)
  await db.raw(`truncate table ${table}`)
  await takeInChanges(db, resource)
}

/** Whether the index holds all groups of every row, and no others, but for changes that it has not taken in yet. */
async function trigramsAgree(db: Knex, resource: Resource): Promise<boolean> {
  await takeInChanges(db, resource)
  return db.transaction(async trx => {
    const index = searchIndexOf(resource)!
    let expected = 0
    let after = 0
    for (;;) {
      const [part] = await selectRows<{ last: number | null }>(
        trx,
        `select max(id) as last from (select id from \`${tableOf(resource)}\` where id > ? order by id limit ${AT_ONCE}) part`,
        [after],
      )
      if (!part!.last) break
      const texts = `${textsOf(resource, index)} where id > ? and id <= ? and id not in (select rowId from ${index.table}_change)`
      const [counts] = await selectRows<{ expected: number; missing: number }>(
        trx,
        `select count(*) as expected, count(*) - count(s.rowId) as missing
from (select distinct trigram, rowId from (${groupsIn(resource, index, texts)}) every) e
left join ${index.table} s on s.trigram = e.trigram and s.rowId = e.rowId`,
        [after, part!.last],
      )
      if (counts!.missing > 0) return false
      expected += counts!.expected
      after = part!.last
    }
    const [kept] = await selectRows<{ total: number; changes: number }>(
      trx,
      `select count(*) as total, (select count(*) from ${index.table}_change) as changes from ${index.table}`,
      [],
    )
    return kept!.changes > 0 || kept!.total === expected
  })
}
