import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists opt_out_email (
    id {id},
    medium varchar(40) not null,
    address varchar(254){ci} not null,
    topic varchar(40) not null,
    source varchar(40) not null,
    reason varchar(255){ci},
    tokenUsed tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint opt_out_email_naturalKey_unique unique (naturalKey)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
