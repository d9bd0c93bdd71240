import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'fuel_price', `
    id {id},
    month varchar(10) not null,
    price bigint not null,
    source varchar(120){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint fuel_price_naturalKey_unique unique (naturalKey)
  `)
}
