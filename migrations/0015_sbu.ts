import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists sbu (
    id {id},
    code varchar(6){ci} not null,
    name varchar(60){ci} not null,
    salesOrg varchar(4){ci} not null,
    division varchar(2){ci} not null,
    headEmployeeId int,
    orderEmail varchar(254){ci},
    requiresAcceptance tinyint(1) not null,
    minOrderValue bigint not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sbu_naturalKey_unique unique (naturalKey),
    constraint sbu_headEmployeeId_fk foreign key (headEmployeeId) references employee (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
