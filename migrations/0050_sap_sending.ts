import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'sap_outbox', 'uncertainSince', `varchar(24)`)

  await createTable(db, 'sap_sending', `
    id {id},
    connection varchar(40) not null,
    failures bigint not null,
    pausedUntil varchar(24),
    errorClass varchar(40),
    errorText varchar(500){ci},
    failedAt varchar(24),
    alertedAt varchar(24),
    isPaused tinyint(1) not null,
    pausedById int,
    pausedAt varchar(24),
    pauseReason varchar(500){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_sending_connection_unique unique (connection),
    constraint sap_sending_pausedById_fk foreign key (pausedById) references user (id)
  `)

  // The one row that all processes share; before, each process had a pause of its own.
  const at = new Date().toISOString()
  const row = { connection: 'SAP', failures: 0, isPaused: 0, rowVersion: 1, createdAt: at, updatedAt: at }
  await db('sap_sending').insert(row).onConflict('connection').ignore()
  await db.schema.dropTableIfExists('sap_pause')
}
