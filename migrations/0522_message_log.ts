import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists message_log (
    id {id},
    messageNo varchar(14){ci} not null,
    medium varchar(40) not null,
    templateCode varchar(40){ci} not null,
    topic varchar(40) not null,
    toAddress varchar(254){ci} not null,
    cc varchar(500){ci},
    subject varchar(200){ci},
    body mediumtext not null,
    secrets mediumtext,
    ownerType varchar(30){ci},
    ownerId bigint,
    status varchar(40) not null,
    attempts bigint not null,
    nextAttemptAt varchar(24) not null,
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    errorText varchar(255){ci},
    sentAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint message_log_messageNo_unique unique (messageNo)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
