import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseColumns, foreignKeysOf, indexesOf, uniqueConstraints } from '../../../api/derive/database-columns.ts'
import { migrationText, missingMigrations } from '../../../api/derive/print-migration.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { root } from '../../../api/platform/config.ts'
import { isSqlite, openDatabase } from '../../../api/platform/database.ts'
import { createLog } from '../../../api/platform/log.ts'
import { migrate, migrationFiles } from '../../../api/platform/migrate.ts'
import { choice, integer, reference, text } from '../../../resources/define/fields.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { resources } from '../../../resources/registry.ts'
import { zone } from '../../../resources/settings/zone.ts'
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
  it('has the columns, keys, indexes and references that are declared', () => expectAsDeclared(database.db, resource))
})

async function expectAsDeclared(db: Knex, resource: Resource) {
  const table = tableOf(resource)
  const kept = isSqlite(db) ? await keptInSqlite(db, table) : await keptInMysql(db, table)
  // A column added later is last in the table, and anywhere in the declaration.
  expect(kept.columns.sort(byName)).toEqual(
    databaseColumns(resource)
      .map(({ name, type, required }) => ({ name, type: plain(type), required }))
      .sort(byName),
  )
  expect(kept.uniques.sort()).toEqual(
    uniqueConstraints(resource)
      .map(columns => columns.join())
      .sort(),
  )
  expect(kept.indexes).toEqual(expect.arrayContaining(indexesOf(resource).map(columns => columns.join())))
  expect(kept.foreignKeys.sort()).toEqual(
    foreignKeysOf(resource)
      .map(({ column, table: to }) => `${column} ${to}`)
      .sort(),
  )
}

describe('npm run migration', () => {
  let scratch: Knex

  beforeAll(async () => {
    const url = `sqlite:${join(process.env.TEST_FOLDER!, `declared-${randomUUID()}.sqlite`)}`
    await migrate(url, createLog({ logLevel: 'silent' }))
    scratch = openDatabase(url)
  })
  afterAll(() => scratch.destroy())

  it('prints nothing when the database is as declared', async () => {
    expect(await missingMigrations(scratch, resources)).toEqual([])
  })

  it('prints one file for a new declaration and one for a changed one, which may run twice', async () => {
    const courier: Resource = { ...zone, name: 'courier', indexes: [['name']] }
    const changed: Resource = {
      ...zone,
      fields: {
        ...zone.fields,
        shortName: text({ max: 20, optional: true, unique: true }),
        color: choice(['RED', 'BLUE'], { default: 'RED' }),
        rank: integer({ default: 7 }),
        courierId: reference(courier, { optional: true }),
      },
      indexes: [['color', 'rank']],
    }
    const printed = await missingMigrations(scratch, [
      ...resources.filter(({ name }) => name !== 'zone'),
      courier,
      changed,
    ])
    expect(printed.map(({ name }) => name)).toEqual(['courier', 'zone_change'])

    const { db, close } = await freshDatabase()
    await insertRows(db, zone, [{ code: 'N', name: 'North' }], systemAuthor('test'))
    for (const { up } of await Promise.all(printed.map(written))) {
      await up(db)
      await up(db)
    }
    await expectAsDeclared(db, courier)
    await expectAsDeclared(db, changed)
    expect(await db('zone').first('color', 'rank', 'courierId')).toEqual({ color: 'RED', rank: 7, courierId: null })
    await close()
  })

  it('refuses a new field that existing rows would have no value in', async () => {
    const changed: Resource = { ...zone, fields: { ...zone.fields, rank: integer() } }
    await expect(missingMigrations(scratch, [changed])).rejects.toThrow(
      'settings/zone: the new field rank is required and has no default, so that existing rows would have no value in it. Give it a default or make it optional.',
    )
  })
})

it('keeps every migration as it was generated', async () => {
  const folder = join(root, 'migrations')
  const lines = readFileSync(join(folder, 'frozen.sha256'), 'utf8').trimEnd().split('\n')
  expect(lines.map(line => line.split('  ')[1])).toEqual(await migrationFiles.getMigrations([]))
  for (const line of lines) {
    const [hash, name] = line.split('  ')
    expect([
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name!)))
        .digest('hex'),
    ]).toEqual([name, hash])
  }
})

it('keeps every migration as the commit brought it, for an edit never reaches databases that have run it', async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const added = git('log', '--diff-filter=A', '--no-renames', '--name-only', '--format=@%H', '--', 'migrations')
  const broughtBy = new Map<string, string>()
  for (const part of added.split('@').filter(Boolean)) {
    const [commit, ...files] = part.trim().split(/\s+/)
    for (const file of files) if (!broughtBy.has(file)) broughtBy.set(file, commit!)
  }
  const names = (await migrationFiles.getMigrations([])).filter(name => broughtBy.has(`migrations/${name}`))
  expect(names.length).toBeGreaterThan(10)
  const now = git('hash-object', ...names.map(name => `migrations/${name}`)).split('\n')
  const brought = names.map(name => `${broughtBy.get(`migrations/${name}`)}:migrations/${name}`)
  const then = git('rev-parse', ...brought).split('\n')
  const edited = names.filter((_, at) => now[at] !== then[at])
  expect(edited).toEqual([])
})

/** A printed migration as it is read from its file. */
async function written({ name, calls }: { name: string; calls: string[] }): Promise<Knex.Migration> {
  const folder = join(process.env.TEST_FOLDER!, 'printed')
  cpSync(join(root, 'migrations/ddl.ts'), join(folder, 'ddl.ts'))
  writeFileSync(join(folder, `${name}.ts`), migrationText(calls))
  return import(pathToFileURL(join(folder, `${name}.ts`)).href)
}

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
