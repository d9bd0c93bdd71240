import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists access_request (
    id {id},
    requesterId int not null,
    screen varchar(120){ci} not null,
    action varchar(40) not null,
    reason varchar(255){ci} not null,
    until varchar(10),
    status varchar(40) not null,
    decidedById int,
    decidedAt varchar(24),
    answer varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint access_request_requesterId_fk foreign key (requesterId) references user (id),
    constraint access_request_decidedById_fk foreign key (decidedById) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
