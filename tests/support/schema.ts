import type { Knex } from 'knex'
import { isSqlite } from '../../api/platform/database.ts'

/** The DDL of every table, index and trigger of a database, without the tables of the migrations themselves. */
export async function schemaOf(db: Knex): Promise<string[]> {
  const texts = isSqlite(db) ? await sqliteTexts(db) : await mysqlTexts(db)
  return texts.filter(text => !/knex_migrations|migration_lease|sqlite_sequence/.test(text)).sort()
}

const sqliteTexts = (db: Knex): Promise<string[]> => db('sqlite_master').whereNotNull('sql').pluck('sql')

async function mysqlTexts(db: Knex): Promise<string[]> {
  const tables: string[] = await db('information_schema.tables')
    .where('table_schema', db.raw('database()'))
    .pluck('table_name')
  const texts = tables.map(async table => {
    const [[row]] = await db.raw('show create table ??', [table])
    // Which id comes next is a matter of the rows.
    return row['Create Table'].replace(/ AUTO_INCREMENT=\d+/, '')
  })
  const [triggers] = await db.raw('show triggers')
  return [
    ...(await Promise.all(texts)),
    ...triggers.map((row: Record<string, string>) => `${row.Trigger}: ${row.Statement}`),
  ]
}
