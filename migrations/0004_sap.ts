import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'sap_outbox', `
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
  `, {
    sap_outbox_status_nextAttemptAt: 'status, nextAttemptAt',
    sap_outbox_ownerType_ownerId: 'ownerType, ownerId',
    sap_outbox_sapDocumentNo: 'sapDocumentNo',
  })

  await createTable(db, 'sap_sync_run', `
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
  `, {
    sap_sync_run_object_status: 'object, status',
    sap_sync_run_startedAt: 'startedAt',
  })

  await createTable(db, 'sap_pause', `
    id {id},
    process varchar(60){ci} not null,
    pausedUntil varchar(24) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_pause_process_unique unique (process)
  `)
}
