import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists state_city (
    id {id},
    stateId int not null,
    name varchar(60){ci} not null,
    zoneAreaId int not null,
    isMetro tinyint(1) not null,
    stdPincodePrefix varchar(3){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint state_city_naturalKey_unique unique (naturalKey),
    constraint state_city_stateId_fk foreign key (stateId) references state (id),
    constraint state_city_zoneAreaId_fk foreign key (zoneAreaId) references zone_area (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
