import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists sap_sync_run (
    id {id},
    object varchar(40) not null,
    mode varchar(40) not null,
    \`trigger\` varchar(40) not null,
    filterCode varchar(40){ci},
    startedAt varchar(24) not null,
    finishedAt varchar(24),
    status varchar(40) not null,
    rowsRead bigint not null,
    rowsCreated bigint not null,
    rowsUpdated bigint not null,
    rowsFailed bigint not null,
    watermark varchar(24),
    errorClass varchar(30){ci},
    errorText mediumtext,
    requestedById int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_sync_run_requestedById_fk foreign key (requestedById) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
