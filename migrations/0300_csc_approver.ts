import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists csc_approver (
    id {id},
    sbuId int not null,
    zoneId int,
    mvgr1Id int,
    level bigint not null,
    employeeId int not null,
    minOrderValue bigint not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint csc_approver_naturalKey_unique unique (naturalKey),
    constraint csc_approver_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint csc_approver_zoneId_fk foreign key (zoneId) references zone (id),
    constraint csc_approver_mvgr1Id_fk foreign key (mvgr1Id) references mvgr (id),
    constraint csc_approver_employeeId_fk foreign key (employeeId) references employee (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
