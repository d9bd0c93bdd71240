import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists central_warehouse (
    id {id},
    code varchar(10){ci} not null,
    name varchar(100){ci} not null,
    plantId int not null,
    gstin varchar(15){ci} not null,
    contactPerson varchar(60){ci} not null,
    mobile varchar(10){ci} not null,
    email varchar(254){ci} not null,
    cityId int not null,
    fallbackEnabled tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint central_warehouse_plantId_unique unique (plantId),
    constraint central_warehouse_naturalKey_unique unique (naturalKey),
    constraint central_warehouse_plantId_fk foreign key (plantId) references plant (id),
    constraint central_warehouse_cityId_fk foreign key (cityId) references state_city (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
