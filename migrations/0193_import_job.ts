import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists import_job (
    id {id},
    jobNo varchar(14){ci} not null,
    importType varchar(80){ci} not null,
    origin varchar(40) not null,
    fileName varchar(120){ci} not null,
    fileSha256 varchar(64){ci} not null,
    attachmentId int,
    mode varchar(40) not null,
    onError varchar(40) not null,
    status varchar(40) not null,
    rowsTotal bigint not null,
    rowsDone bigint not null,
    rowsOk bigint not null,
    rowsNew bigint not null,
    rowsChanged bigint not null,
    rowsSame bigint not null,
    rowsFailed bigint not null,
    warnings mediumtext,
    unknownColumns mediumtext,
    missingColumns mediumtext,
    paramsJson mediumtext,
    errorText varchar(500){ci},
    requestedById int not null,
    cancelRequested tinyint(1) not null,
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    startedAt varchar(24),
    finishedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint import_job_jobNo_unique unique (jobNo),
    constraint import_job_attachmentId_fk foreign key (attachmentId) references attachment (id),
    constraint import_job_requestedById_fk foreign key (requestedById) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
