import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** What moves money is confirmed by a second person from now on; what counted before goes on as confirmed. */
export async function up(db: Knex) {
  for (const table of ['app_setting', 'payment_account']) {
    await addColumn(db, table, 'confirmStatus', `varchar(40) not null default 'CONFIRMED'`)
    await addColumn(db, table, 'confirmedById', `int constraint ${table}_confirmedById_fk references user (id)`)
    await addColumn(db, table, 'pendingChange', 'mediumtext')
    await addColumn(db, table, 'proposedById', `int constraint ${table}_proposedById_fk references user (id)`)
  }
}
