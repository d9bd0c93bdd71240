import type { Knex } from 'knex'
import { addColumn, ddl } from './ddl.ts'

export { down } from './ddl.ts'

/**
 * Facts are counted while the portal serves, and the row of a count says how far it is; counts of before are done. On
 * MariaDB a sale no longer gets an id by itself: a portal of a release before 0147, which gives none, would write a sale
 * without its order line under an id that belongs to another line. It is refused, and a newer portal saves the document.
 */
export async function up(db: Knex) {
  await addColumn(db, 'facts_counted', 'isDone', 'tinyint not null default 1')
  await addColumn(db, 'facts_counted', 'invoicesUpTo', 'int not null default 0')
  await addColumn(db, 'facts_counted', 'ordersUpTo', 'int not null default 0')
  if (db.client.driverName === 'mysql2') await ddl(db, 'alter table sale_fact modify column id int not null')
}
