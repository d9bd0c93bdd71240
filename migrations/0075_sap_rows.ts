import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'sap_sync_run', 'rowsTotal', `bigint`)

  await addColumn(db, 'sap_sync_run', 'cancelledAt', `varchar(24)`)

  await createTable(db, 'sap_row', `
    object varchar(20) not null,
    sapKey varchar(120){exact} not null,
    digest varchar(22){exact} not null,
    isEnded tinyint(1) not null default 0,
    primary key (object, sapKey)
  `)

  await createTable(db, 'sap_pending_row', `
    object varchar(20) not null,
    sapKey varchar(120){exact} not null,
    waitsFor varchar(20) not null,
    item mediumtext not null,
    reason varchar(255) not null,
    since varchar(24) not null,
    primary key (object, sapKey)
  `, { sap_pending_row_waitsFor: 'waitsFor, object, sapKey' })
}
