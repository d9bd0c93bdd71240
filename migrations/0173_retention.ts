import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'retention', `
    id {id},
    name varchar(40){ci} not null,
    position bigint not null,
    records varchar(120){ci} not null,
    kept varchar(60){ci} not null,
    lastRunAt varchar(24),
    removed bigint,
    removedInAll bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint retention_name_unique unique (name)
  `)
}
