import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists nid (
    id {id},
    code varchar(10){ci} not null,
    description varchar(100){ci} not null,
    sbuId int not null,
    parentNidId int,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint nid_naturalKey_unique unique (naturalKey),
    constraint nid_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint nid_parentNidId_fk foreign key (parentNidId) references nid (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
