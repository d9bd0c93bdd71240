import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists sap_pause (
    id {id},
    process varchar(60){ci} not null,
    pausedUntil varchar(24) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_pause_process_unique unique (process)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
