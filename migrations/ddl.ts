import type { Knex } from 'knex'

const isMysql = (db: Knex) => db.client.config.client === 'mysql2'

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

/** Adds a column unless it is there already, so that a migration cut off half-way can run again. */
export async function addColumn(db: Knex, table: string, column: string, type: string) {
  if (!(await db.schema.hasColumn(table, column)))
    await ddl(db, `alter table \`${table}\` add column \`${column}\` ${type}`)
}
