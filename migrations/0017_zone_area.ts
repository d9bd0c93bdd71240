import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists zone_area (
    id {id},
    code varchar(6){ci} not null,
    name varchar(60){ci} not null,
    zoneId int not null,
    areaManagerEmployeeId int,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint zone_area_naturalKey_unique unique (naturalKey),
    constraint zone_area_zoneId_fk foreign key (zoneId) references zone (id),
    constraint zone_area_areaManagerEmployeeId_fk foreign key (areaManagerEmployeeId) references employee (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
