import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists cluster_mapping (
    id {id},
    clusterCode varchar(10){ci} not null,
    clusterName varchar(60){ci} not null,
    sbuId int not null,
    zoneAreaId int not null,
    cityId int,
    headEmployeeId int not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint cluster_mapping_naturalKey_unique unique (naturalKey),
    constraint cluster_mapping_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint cluster_mapping_zoneAreaId_fk foreign key (zoneAreaId) references zone_area (id),
    constraint cluster_mapping_cityId_fk foreign key (cityId) references state_city (id),
    constraint cluster_mapping_headEmployeeId_fk foreign key (headEmployeeId) references employee (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
