import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists message_template (
    id {id},
    code varchar(40){ci} not null,
    medium varchar(40) not null,
    subject varchar(200){ci},
    body mediumtext not null,
    dltTemplateId varchar(30){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint message_template_naturalKey_unique unique (naturalKey)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
