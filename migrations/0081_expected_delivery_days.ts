import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists expected_delivery_days (
    id {id},
    plantId int not null,
    stateId int not null,
    cityId int,
    transMode varchar(40) not null,
    days bigint not null,
    dayType varchar(40) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint expected_delivery_days_naturalKey_unique unique (naturalKey),
    constraint expected_delivery_days_plantId_fk foreign key (plantId) references plant (id),
    constraint expected_delivery_days_stateId_fk foreign key (stateId) references state (id),
    constraint expected_delivery_days_cityId_fk foreign key (cityId) references state_city (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
