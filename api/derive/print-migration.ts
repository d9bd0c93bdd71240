import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import '../../resources/check-registry.ts'
import { resources } from '../../resources/registry.ts'
import { openDatabase } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { databaseColumns, foreignKeysOf, indexesOf, uniqueConstraints } from './database-columns.ts'
import { type SearchIndex, searchIndexOf } from './search/search-index.ts'

/** A migration: its name, and the calls of `migrations/ddl.ts` that one resource needs. */
interface Migration {
  name: string
  calls: string[]
}

/** Column names that are reserved words of SQL. */
const RESERVED = ['order', 'key', 'lines', 'trigger', 'maxValue']
const quoted = (name: string) => (RESERVED.includes(name) ? `\`${name}\`` : name)
const listed = (names: readonly string[]) => names.map(quoted).join(', ')
const indexName = (table: string, columns: readonly string[]) => `${table}_${columns.join('_')}`.slice(0, 60)
// MariaDB knows no name of more than 64 characters.
const uniqueName = (table: string, columns: readonly string[]) => `${indexName(table, columns).slice(0, 57)}_unique`

function printTable(resource: Resource): string {
  const table = tableOf(resource)
  const parts = [
    ...databaseColumns(resource).map(({ name, type, required }) =>
      type === '{id}' ? `${name} {id}` : `${quoted(name)} ${type}${required ? ' not null' : ''}`,
    ),
    ...uniqueConstraints(resource).map(
      columns => `constraint ${uniqueName(table, columns)} unique (${listed(columns)})`,
    ),
    ...foreignKeysOf(resource).map(
      ({ column, table: to }) =>
        `constraint ${indexName(table, [column])}_fk foreign key (${quoted(column)}) references ${quoted(to)} (id)`,
    ),
  ]
  const indexes = indexesOf(resource).map(columns => `    ${indexName(table, columns)}: '${listed(columns)}',\n`)
  const text = inBackticks(`\n    ${parts.join(',\n    ')}\n  `)
  return `createTable(db, '${table}', ${text}${indexes.length > 0 ? `, {\n${indexes.join('')}  }` : ''})`
}

function printColumn(resource: Resource, name: string): string {
  const table = tableOf(resource)
  const { type, required } = databaseColumns(resource).find(column => column.name === name)!
  const to = foreignKeysOf(resource).find(({ column }) => column === name)?.table
  // Named, because MariaDB gives a second unnamed constraint the name of the first.
  const refers = to ? ` constraint ${indexName(table, [name])}_fk references ${quoted(to)} (id)` : ''
  const notNull = required ? ` not null default ${defaultOf(resource, name)}` : ''
  return `addColumn(db, '${table}', '${name}', ${inBackticks(type + notNull + refers)})`
}

/** Returns the default value for existing rows in a new required column. Throws when the field has no default. */
function defaultOf(resource: Resource, name: string): string {
  const value = resource.fields[name]?.default
  if (value === undefined)
    throw new Error(
      `${resource.path}: the new field ${name} is required and has no default, so that existing rows would have no value in it. Give it a default or make it optional.`,
    )
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(Number(value))
}

function printIndex(table: string, columns: readonly string[]): string {
  return `createIndex(db, '${table}', '${indexName(table, columns)}', '${listed(columns)}')`
}

function printUnique(table: string, columns: readonly string[]): string {
  return `createUniqueIndex(db, '${table}', '${uniqueName(table, columns)}', '${listed(columns)}')`
}

const printSearchIndex = (table: string, { columns }: SearchIndex) =>
  `createSearchIndex(db, '${table}', '${listed(columns)}')`

const inBackticks = (text: string) => `\`${text.replaceAll('`', '\\`')}\``

/** Returns the source text of a migration with these calls. */
export function migrationText(calls: readonly string[]): string {
  const used = [...new Set(calls.map(call => call.slice(0, call.indexOf('('))))].sort()
  const awaited = calls.map(call => `  await ${call}\n`)
  return `import type { Knex } from 'knex'\nimport { ${used.join(', ')} } from './ddl.ts'\n\nexport { down } from './ddl.ts'\n\nexport async function up(db: Knex) {\n${awaited.join('\n')}}\n`
}

/** The migrations that a migrated SQLite database needs, one for each declared resource that differs. */
export async function missingMigrations(db: Knex, declared: readonly Resource[]): Promise<Migration[]> {
  const printed: Migration[] = []
  for (const resource of declared) {
    const table = tableOf(resource)
    const search = await missingSearchIndex(db, resource)
    const present: { name: string }[] = await db.raw(`pragma table_info(\`${table}\`)`)
    if (present.length === 0) {
      printed.push({ name: table, calls: [printTable(resource), ...search] })
      continue
    }
    const known = new Set(present.map(({ name }) => name))
    const added = databaseColumns(resource).filter(({ name }) => !known.has(name))
    const { indexed, unique } = await indexesIn(db, table)
    const calls = [
      ...added.map(({ name }) => printColumn(resource, name)),
      ...indexesOf(resource)
        .filter(columns => !indexed.has(columns.join()))
        .map(columns => printIndex(table, columns)),
      ...uniqueConstraints(resource)
        .filter(columns => !unique.has(columns.join()))
        .map(columns => printUnique(table, columns)),
      ...search,
    ]
    if (calls.length > 0) printed.push({ name: `${table}_change`, calls })
  }
  return printed
}

/** The call that makes the search index of a large resource, unless it is there. */
async function missingSearchIndex(db: Knex, resource: Resource): Promise<string[]> {
  const index = searchIndexOf(resource)
  return !index || (await db.schema.hasTable(index.table)) ? [] : [printSearchIndex(tableOf(resource), index)]
}

/** Returns the columns of each plain and of each unique index of a table. */
async function indexesIn(db: Knex, table: string): Promise<Record<'indexed' | 'unique', Set<string>>> {
  const columnSets = { indexed: new Set<string>(), unique: new Set<string>() }
  const indexes: { name: string; unique: number }[] = await db.raw(`pragma index_list(\`${table}\`)`)
  for (const index of indexes) {
    const columns: { name: string }[] = await db.raw(`pragma index_info(\`${index.name}\`)`)
    columnSets[index.unique ? 'unique' : 'indexed'].add(columns.map(({ name }) => name).join())
  }
  return columnSets
}

const lastNumber = (folder: URL) => Math.max(0, ...migrationsIn(folder).map(name => Number(name.slice(0, 4))))

/** Whether the last commit has a file of the folder; where there is no git, each counts as committed. */
function isCommitted(folder: URL, name: string): boolean {
  const inCommit = (path: string) =>
    spawnSync('git', ['cat-file', '-e', `HEAD:./${path}`], { cwd: fileURLToPath(folder) }).status === 0
  return inCommit(name) || !inCommit('ddl.ts')
}

/** The migration that creates a table and that no commit has brought yet, so that a new field could stand in it. */
function uncommittedOf(folder: URL, table: string): string | undefined {
  return migrationsIn(folder).find(
    name =>
      readFileSync(new URL(name, folder), 'utf8').includes(`createTable(db, '${table}'`) && !isCommitted(folder, name),
  )
}

const migrationsIn = (folder: URL) => readdirSync(folder).filter(name => /^\d{4}_/.test(name))

/**
 * Adds the hashes of new migrations to the list, and takes out those of files that are gone; a test compares them, so that
 * no migration changes later.
 */
function freeze(folder: URL) {
  const list = new URL('frozen.sha256', folder)
  const there = migrationsIn(folder)
  const frozen = readFileSync(list, 'utf8')
    .split('\n')
    .filter(line => there.includes(line.split('  ')[1] ?? ''))
    .map(line => `${line}\n`)
    .join('')
  const added = there.filter(name => !frozen.includes(`  ${name}\n`))
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(new URL(name, folder)))
      .digest('hex')
  const lines = added.sort().map(name => `${hash(name)}  ${name}\n`)
  writeFileSync(list, frozen + lines.join(''))
}

/** `npm run migration`: compares a freshly migrated database with the declarations and writes missing migrations. */
async function main() {
  const scratch = mkdtempSync(join(tmpdir(), 'bilty-'))
  const url = `sqlite:${join(scratch, 'declared.sqlite')}`
  await migrate(url, createLog({ logLevel: 'warn' }))
  const db = openDatabase(url)
  try {
    const folder = new URL('../../migrations/', import.meta.url)
    let number = lastNumber(folder)
    for (const { name, calls } of await missingMigrations(db, resources)) {
      number += 1
      const path = `${String(number).padStart(4, '0')}_${name}.ts`
      writeFileSync(new URL(path, folder), migrationText(calls))
      process.stdout.write(`migrations/${path}\n`)
      const uncommitted = name.endsWith('_change') && uncommittedOf(folder, name.slice(0, -'_change'.length))
      if (uncommitted)
        process.stdout.write(
          `No commit has migrations/${uncommitted} yet, which creates this table: delete both files and run this again, and its fields are in one.\n`,
        )
    }
    freeze(folder)
  } finally {
    await db.destroy()
    rmSync(scratch, { recursive: true })
  }
}

if (import.meta.main) await main()
