import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'un_number', `
    id {id},
    unNo varchar(6){ci} not null,
    packingGroup varchar(40) not null,
    properName varchar(120){ci} not null,
    hazardClass varchar(40) not null,
    subRisk varchar(40),
    casNo varchar(12){ci},
    airPassenger tinyint(1) not null,
    airCargo tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint un_number_naturalKey_unique unique (naturalKey)
  `)
}
