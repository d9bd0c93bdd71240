import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists plant (
    id {id},
    code varchar(4){ci} not null,
    name varchar(60){ci} not null,
    plantType varchar(40) not null,
    stateId int not null,
    cityId int,
    pincode varchar(6){ci} not null,
    address varchar(255){ci} not null,
    gstin varchar(15){ci} not null,
    pesoLicenceNo varchar(40){ci},
    pesoValidTo varchar(10),
    dispatchEmail varchar(254){ci},
    sapShippingPoint varchar(4){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint plant_naturalKey_unique unique (naturalKey),
    constraint plant_stateId_fk foreign key (stateId) references state (id),
    constraint plant_cityId_fk foreign key (cityId) references state_city (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
