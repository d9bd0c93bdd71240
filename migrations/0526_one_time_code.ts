import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists one_time_code (
    id {id},
    userId int not null,
    purpose varchar(40) not null,
    target varchar(254){ci} not null,
    codeHash varchar(64){ci} not null,
    expiresAt varchar(24) not null,
    tries bigint not null,
    usedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint one_time_code_userId_fk foreign key (userId) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
