import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsOf, foreignKeysOf, indexesOf, uniquesOf } from '../../../api/derive/columns.ts'
import { missingMigrations } from '../../../api/derive/print-migration.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { resources } from '../../../resources/registry.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

interface Kept {
  columns: { name: string; type: string; required: boolean }[]
  uniques: string[]
  indexes: string[]
  foreignKeys: string[]
}

describe.each(resources)('the table of $title', resource => {
  it('has the columns, keys, indexes and references that are declared', async () => {
    const table = tableOf(resource)
    const kept = isSqlite(database.db) ? await keptInSqlite(database.db, table) : await keptInMysql(database.db, table)
    // A column that came later stands last in the table, and where it belongs in the declaration.
    expect(kept.columns.sort(byName)).toEqual(
      columnsOf(resource)
        .map(({ name, type, required }) => ({ name, type: plain(type), required }))
        .sort(byName),
    )
    expect(kept.uniques.sort()).toEqual(
      uniquesOf(resource)
        .map(columns => columns.join())
        .sort(),
    )
    expect(kept.indexes).toEqual(expect.arrayContaining(indexesOf(resource).map(columns => columns.join())))
    expect(kept.foreignKeys.sort()).toEqual(
      foreignKeysOf(resource)
        .map(({ column, table: to }) => `${column} ${to}`)
        .sort(),
    )
  })
})

it('prints nothing when the database is as declared', async () => {
  if (isSqlite(database.db)) expect(await missingMigrations(database.db, resources)).toEqual([])
  else expect(await database.db.schema.hasTable('transporter')).toBe(true)
})

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

/** A declared type without what differs from database to database. */
const plain = (type: string) =>
  type
    .replace(/\{id\}/, 'int')
    .replace(/\{\w+\}/g, '')
    .trim()

async function keptInSqlite(db: Knex, table: string): Promise<Kept> {
  const columns: { name: string; type: string; notnull: number; pk: number }[] = await db.raw(
    `pragma table_info(\`${table}\`)`,
  )
  const indexes: { name: string; unique: number }[] = await db.raw(`pragma index_list(\`${table}\`)`)
  const named = await Promise.all(
    indexes.map(async ({ name, unique }) => {
      const parts: { name: string }[] = await db.raw(`pragma index_info(\`${name}\`)`)
      return { unique, columns: parts.map(part => part.name).join() }
    }),
  )
  const references: { from: string; table: string }[] = await db.raw(`pragma foreign_key_list(\`${table}\`)`)
  return {
    columns: columns.map(({ name, type, notnull, pk }) => ({
      name,
      type: pk ? 'int' : type.toLowerCase(),
      required: Boolean(notnull || pk),
    })),
    uniques: named.filter(({ unique }) => unique).map(({ columns }) => columns),
    indexes: named.filter(({ unique }) => !unique).map(({ columns }) => columns),
    foreignKeys: references.map(({ from, table: to }) => `${from} ${to}`),
  }
}

async function keptInMysql(db: Knex, table: string): Promise<Kept> {
  const from = (view: string) =>
    db(`information_schema.${view}`).where({ TABLE_SCHEMA: db.raw('database()'), TABLE_NAME: table })
  const columns = await from('COLUMNS')
    .orderBy('ORDINAL_POSITION')
    .select('COLUMN_NAME as name', 'COLUMN_TYPE as type', 'IS_NULLABLE as nullable')
  const parts = await from('STATISTICS')
    .whereNot('INDEX_NAME', 'PRIMARY')
    .orderBy(['INDEX_NAME', 'SEQ_IN_INDEX'])
    .select('INDEX_NAME as index', 'NON_UNIQUE as loose', 'COLUMN_NAME as name')
  const references = await from('KEY_COLUMN_USAGE')
    .whereNotNull('REFERENCED_TABLE_NAME')
    .select('COLUMN_NAME as column', 'REFERENCED_TABLE_NAME as to')
  const named = [...Map.groupBy(parts, ({ index }) => index).values()].map(group => ({
    unique: !Number(group[0].loose),
    columns: group.map(({ name }) => name).join(),
  }))
  return {
    columns: columns.map(({ name, type, nullable }) => ({
      name,
      type: type.replace(/^(int|bigint)\(\d+\)/, '$1'),
      required: nullable === 'NO',
    })),
    uniques: named.filter(({ unique }) => unique).map(({ columns }) => columns),
    indexes: named.filter(({ unique }) => !unique).map(({ columns }) => columns),
    foreignKeys: references.map(({ column, to }) => `${column} ${to}`),
  }
}
