import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists import_job_row (
    id {id},
    importJobId int not null,
    rowNo bigint not null,
    verdict varchar(40) not null,
    rowKey varchar(200){ci},
    entityId bigint,
    changes mediumtext,
    warnings mediumtext,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint import_job_row_importJobId_fk foreign key (importJobId) references import_job (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
