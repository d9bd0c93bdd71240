import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'hazard_segregation', `
    id {id},
    first varchar(40) not null,
    second varchar(40) not null,
    verdict varchar(40) not null,
    source varchar(100){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint hazard_segregation_naturalKey_unique unique (naturalKey)
  `)
}
