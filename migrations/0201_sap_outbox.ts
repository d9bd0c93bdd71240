import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists sap_outbox (
    id {id},
    messageNo varchar(14){ci} not null,
    messageType varchar(40) not null,
    ownerType varchar(40) not null,
    ownerId bigint not null,
    idempotencyKey varchar(64){ci} not null,
    payload mediumtext not null,
    status varchar(40) not null,
    attempts bigint not null,
    nextAttemptAt varchar(24) not null,
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    httpStatus bigint,
    sapMessageClass varchar(10){ci},
    sapMessageNo varchar(10){ci},
    errorClass varchar(40),
    errorText mediumtext,
    response mediumtext,
    sapDocumentNo varchar(10){ci},
    firstFailedAt varchar(24),
    doneAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_outbox_idempotencyKey_unique unique (idempotencyKey),
    constraint sap_outbox_messageNo_unique unique (messageNo)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
