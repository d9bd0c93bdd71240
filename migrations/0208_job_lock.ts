import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists job_lock (
    id {id},
    name varchar(40){ci} not null,
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    lastRunAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint job_lock_name_unique unique (name)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
