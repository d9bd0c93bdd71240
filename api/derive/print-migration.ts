import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { resources } from '../../resources/registry.ts'
import { openDatabase } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { columnsOf, foreignKeysOf, indexesOf, uniquesOf } from './columns.ts'

/** One printed migration: what its file is called after the number, and the file's text. */
interface Printed {
  name: string
  text: string
}

/** Names that mean something to SQL itself. */
const RESERVED = ['order', 'key', 'lines', 'trigger', 'maxValue']
const quoted = (name: string) => (RESERVED.includes(name) ? `\`${name}\`` : name)
const listed = (names: readonly string[]) => names.map(quoted).join(', ')
const indexName = (table: string, columns: readonly string[]) => `${table}_${columns.join('_')}`.slice(0, 60)

/** The migration that makes a resource's table, as text to be read, kept and never changed. */
function printTable(resource: Resource): Printed {
  const table = tableOf(resource)
  const parts = [
    ...columnsOf(resource).map(({ name, type, required }) =>
      type === '{id}' ? `${name} {id}` : `${quoted(name)} ${type}${required ? ' not null' : ''}`,
    ),
    ...uniquesOf(resource).map(columns => `constraint ${indexName(table, columns)}_unique unique (${listed(columns)})`),
    ...foreignKeysOf(resource).map(
      ({ column, table: to }) =>
        `constraint ${indexName(table, [column])}_fk foreign key (${quoted(column)}) references ${quoted(to)} (id)`,
    ),
  ]
  const statement = `create table if not exists ${quoted(table)} (\n    ${parts.join(',\n    ')}\n  ){options}`
  return { name: table, text: file('ddl', `ddl(db, \`\n  ${escaped(statement)}\``) }
}

function printColumn(resource: Resource, name: string): Printed {
  const table = tableOf(resource)
  const column = columnsOf(resource).find(column => column.name === name)!
  const to = foreignKeysOf(resource).find(({ column }) => column === name)?.table
  // Named, for MariaDB gives a second nameless one the name of the first.
  const refers = to ? ` constraint ${indexName(table, [name])}_fk references ${quoted(to)} (id)` : ''
  return {
    name: `${table}_add_${name}`,
    text: file('addColumn', `addColumn(db, '${table}', '${name}', '${column.type}${refers}'`),
  }
}

function printIndex(table: string, columns: readonly string[]): Printed {
  const statement = `create index if not exists ${indexName(table, columns)} on ${quoted(table)} (${listed(columns)})`
  return { name: indexName(table, columns), text: file('ddl', `ddl(db, \`${escaped(statement)}\``) }
}

const escaped = (statement: string) => statement.replaceAll('`', '\\`')

const file = (word: string, call: string) =>
  `import type { Knex } from 'knex'\nimport { ${word} } from './ddl.ts'\n\nexport const up = (db: Knex) => ${call})\n\nexport const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))\n`

/** The migrations by which a migrated SQLite database would come to what the resources declare; none when it is there. */
export async function missingMigrations(db: Knex, declared: readonly Resource[]): Promise<Printed[]> {
  const printed: Printed[] = []
  for (const resource of declared) {
    const table = tableOf(resource)
    const present: { name: string }[] = await db.raw(`pragma table_info(\`${table}\`)`)
    if (present.length === 0) {
      printed.push(printTable(resource), ...indexesOf(resource).map(columns => printIndex(table, columns)))
      continue
    }
    const known = new Set(present.map(({ name }) => name))
    const added = columnsOf(resource).filter(({ name }) => !known.has(name))
    printed.push(...added.map(({ name }) => printColumn(resource, name)))
    const indexes: { name: string }[] = await db.raw(`pragma index_list(\`${table}\`)`)
    const named = new Set(indexes.map(({ name }) => name))
    const wanted = indexesOf(resource).filter(columns => !named.has(indexName(table, columns)))
    printed.push(...wanted.map(columns => printIndex(table, columns)))
  }
  return printed
}

const lastNumber = (folder: URL) =>
  Math.max(0, ...readdirSync(folder).map(name => Number(/^(\d{4})_/.exec(name)?.[1] ?? 0)))

/** `npm run migration`: compares a freshly migrated, empty database with the declarations and writes what is missing. */
async function main() {
  const scratch = mkdtempSync(join(tmpdir(), 'bilty-'))
  const url = `sqlite:${join(scratch, 'declared.sqlite')}`
  await migrate(url, createLog({ logLevel: 'warn' }))
  const db = openDatabase(url)
  try {
    const folder = new URL('../../migrations/', import.meta.url)
    let number = lastNumber(folder)
    for (const { name, text } of await missingMigrations(db, resources)) {
      number += 1
      const path = `${String(number).padStart(4, '0')}_${name}.ts`
      writeFileSync(new URL(path, folder), text)
      process.stdout.write(`migrations/${path}\n`)
    }
  } finally {
    await db.destroy()
    rmSync(scratch, { recursive: true })
  }
}

if (import.meta.main) await main()
