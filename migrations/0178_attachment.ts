import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists attachment (
    id {id},
    ownerType varchar(40) not null,
    ownerId bigint,
    title varchar(120){ci} not null,
    category varchar(40){ci},
    audience varchar(500),
    fileName varchar(120){ci} not null,
    mimeType varchar(80){ci} not null,
    sizeBytes bigint not null,
    sha256 varchar(64){ci} not null,
    storageKey varchar(200){ci} not null,
    versionNo bigint not null,
    validTo varchar(10),
    scanStatus varchar(40) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint attachment_storageKey_unique unique (storageKey)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
