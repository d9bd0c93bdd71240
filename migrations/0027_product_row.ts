import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'product_row', `
    id {id},
    entity varchar(60){ci} not null,
    rowKey varchar(120){ci} not null,
    entityId bigint,
    version varchar(16){ci} not null,
    given mediumtext not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint product_row_entity_rowKey_unique unique (entity, rowKey)
  `)
}
