import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'freight_charge', `
    id {id},
    contractId int not null,
    kind varchar(40) not null,
    basis varchar(40) not null,
    rate bigint not null,
    minimum bigint not null,
    cap bigint,
    freeHours bigint,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint freight_charge_naturalKey_unique unique (naturalKey),
    constraint freight_charge_contractId_fk foreign key (contractId) references freight_contract (id)
  `)
}
