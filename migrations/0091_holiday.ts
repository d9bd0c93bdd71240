import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists holiday (
    id {id},
    holidayDate varchar(10) not null,
    stateId int,
    name varchar(60){ci} not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint holiday_naturalKey_unique unique (naturalKey),
    constraint holiday_stateId_fk foreign key (stateId) references state (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
