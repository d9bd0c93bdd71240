import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'freight_rate', `
    id {id},
    contractId int not null,
    lineNo bigint not null,
    plantId int,
    stateId int,
    cityId int,
    fromPin varchar(6){ci},
    toPin varchar(6){ci},
    transMode varchar(40),
    fromKg bigint not null,
    toKg bigint,
    rate bigint,
    minimum bigint not null,
    vehicleType varchar(30){ci},
    tripRate bigint,
    extraDrop bigint not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint freight_rate_naturalKey_unique unique (naturalKey),
    constraint freight_rate_contractId_fk foreign key (contractId) references freight_contract (id),
    constraint freight_rate_plantId_fk foreign key (plantId) references plant (id),
    constraint freight_rate_stateId_fk foreign key (stateId) references state (id),
    constraint freight_rate_cityId_fk foreign key (cityId) references state_city (id)
  `, {
    freight_rate_plantId: 'plantId',
    freight_rate_stateId: 'stateId',
    freight_rate_cityId: 'cityId',
  })
}
