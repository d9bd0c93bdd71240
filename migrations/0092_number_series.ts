import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists number_series (
    id {id},
    seriesKey varchar(10){ci} not null,
    fy varchar(4){ci} not null,
    nextValue bigint not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint number_series_naturalKey_unique unique (naturalKey)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
