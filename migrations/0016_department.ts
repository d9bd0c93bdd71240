import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists department (
    id {id},
    code varchar(6){ci} not null,
    name varchar(60){ci} not null,
    sbuId int not null,
    headEmployeeId int,
    complaintEmail varchar(254){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint department_naturalKey_unique unique (naturalKey),
    constraint department_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint department_headEmployeeId_fk foreign key (headEmployeeId) references employee (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
