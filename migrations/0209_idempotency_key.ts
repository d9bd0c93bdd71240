import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists idempotency_key (
    id {id},
    userId int not null,
    \`key\` varchar(80){ci} not null,
    command varchar(120){ci} not null,
    bodySha256 varchar(64){ci} not null,
    status varchar(40) not null,
    httpStatus bigint,
    response mediumtext,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint idempotency_key_userId_key_unique unique (userId, \`key\`),
    constraint idempotency_key_userId_fk foreign key (userId) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
