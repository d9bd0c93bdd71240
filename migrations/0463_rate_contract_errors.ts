import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists rate_contract_errors (
    id {id},
    source varchar(40) not null,
    importJobId int,
    sapSyncRunId int,
    rowNo bigint not null,
    raw mediumtext not null,
    contractNo varchar(20){ci},
    customerCode varchar(10){ci},
    productCode varchar(40){ci},
    errorCode varchar(40) not null,
    errorText varchar(255){ci} not null,
    status varchar(40) not null,
    ignoreReason varchar(255){ci},
    resolvedById int,
    resolvedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint rate_contract_errors_importJobId_fk foreign key (importJobId) references import_job (id),
    constraint rate_contract_errors_sapSyncRunId_fk foreign key (sapSyncRunId) references sap_sync_run (id),
    constraint rate_contract_errors_resolvedById_fk foreign key (resolvedById) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
