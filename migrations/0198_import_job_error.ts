import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists import_job_error (
    id {id},
    importJobId int,
    sapSyncRunId int,
    source varchar(40) not null,
    rowNo bigint not null,
    columnName varchar(60){ci},
    value varchar(255){ci},
    errorCode varchar(40){ci} not null,
    message varchar(255){ci} not null,
    raw mediumtext,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint import_job_error_importJobId_fk foreign key (importJobId) references import_job (id),
    constraint import_job_error_sapSyncRunId_fk foreign key (sapSyncRunId) references sap_sync_run (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
