import type { Knex } from 'knex'

/**
 * Lets SQLite count how many rows its tables and indexes have, by which it chooses the indexes of a query; it looks at a
 * few rows of each and holds nobody up. Returns how many indexes are counted.
 */
export async function countTableRows(db: Knex): Promise<number> {
  // Every table, not only those that this connection asked for, and with a limit: https://www.sqlite.org/pragma.html#pragma_optimize
  await db.raw('pragma optimize = 0x10012')
  const [{ counted }] = await db.raw("select count(*) as counted from sqlite_master where name = 'sqlite_stat1'")
  return counted === 0 ? 0 : Number((await db('sqlite_stat1').count({ count: '*' }))[0]!.count)
}
