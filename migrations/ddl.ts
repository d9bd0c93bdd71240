import type { Knex } from 'knex'

const isMysql = (db: Knex) => db.client.driverName === 'mysql2'

/**
 * Runs one statement, with the few words in which SQLite and MariaDB differ filled in: `{id}` the primary key,
 * `{ci}` text compared without regard to case, `{exact}` text compared byte by byte, `{options}` the table's options.
 */
export function ddl(db: Knex, statement: string) {
  const words = isMysql(db)
    ? {
        id: 'int not null auto_increment primary key',
        ci: '',
        exact: ' character set utf8mb4 collate utf8mb4_bin',
        options: ' engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_ci',
      }
    : { id: 'integer primary key autoincrement', ci: ' collate nocase', exact: '', options: '' }
  return db.raw(statement.replace(/\{(id|ci|exact|options)\}/g, (_, word: keyof typeof words) => words[word]))
}

/** Creates a table and its indexes, given as columns by index name. It skips whatever exists, as do the functions below. */
export async function createTable(db: Knex, table: string, columns: string, indexes: Record<string, string> = {}) {
  const named = Object.entries(indexes)
  // One statement on MariaDB, where each one waits for the disk.
  const keys = isMysql(db) ? named.map(([name, columns]) => `, key ${name} (${columns})`).join('') : ''
  await ddl(db, `create table if not exists \`${table}\` (${columns}${keys}){options}`)
  if (!isMysql(db)) for (const [name, columns] of named) await createIndex(db, table, name, columns)
}

/** Adds a column to a table. */
export async function addColumn(db: Knex, table: string, column: string, type: string) {
  if (!(await db.schema.hasColumn(table, column)))
    await ddl(db, `alter table \`${table}\` add column \`${column}\` ${type}`)
}

/** Creates an index on a table. */
export const createIndex = (db: Knex, table: string, name: string, columns: string) =>
  ddl(db, `create index if not exists ${name} on \`${table}\` (${columns})`)

/** Creates an index that lets no two rows share these columns. */
export const createUniqueIndex = (db: Knex, table: string, name: string, columns: string) =>
  ddl(db, `create unique index if not exists ${name} on \`${table}\` (${columns})`)

/** The way back of every migration. */
export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
