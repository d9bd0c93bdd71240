import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists audit_entry (
    id {id},
    at varchar(24) not null,
    actorId int,
    actorIp varchar(45){ci},
    action varchar(40) not null,
    entity varchar(60){ci} not null,
    entityId bigint not null,
    businessKey varchar(60){ci},
    beforeJson mediumtext,
    afterJson mediumtext,
    reason varchar(500){ci},
    source varchar(40) not null,
    importJobId int,
    requestId varchar(36){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint audit_entry_actorId_fk foreign key (actorId) references user (id),
    constraint audit_entry_importJobId_fk foreign key (importJobId) references import_job (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
