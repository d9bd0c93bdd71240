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
    orderId int,
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
    uncertainSince varchar(24),
    sapDocumentNo varchar(10){ci},
    firstFailedAt varchar(24),
    doneAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_outbox_idempotencyKey_unique unique (idempotencyKey),
    constraint sap_outbox_messageNo_unique unique (messageNo),
    constraint sap_outbox_orderId_fk foreign key (orderId) references \`order\` (id)
  `, {
    sap_outbox_status_nextAttemptAt: 'status, nextAttemptAt',
    sap_outbox_ownerType_ownerId: 'ownerType, ownerId',
    sap_outbox_orderId_status: 'orderId, status',
    sap_outbox_sapDocumentNo: 'sapDocumentNo',
  })

  await createTable(db, 'sap_attempt', `
    id {id},
    messageId int not null,
    attemptNo bigint not null,
    at varchar(24) not null,
    ms bigint not null,
    asked varchar(500){ci},
    httpStatus bigint,
    errorClass varchar(40),
    errorText varchar(1000){ci},
    reply mediumtext,
    process varchar(60){ci} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_attempt_messageId_fk foreign key (messageId) references sap_outbox (id)
  `, {
    sap_attempt_messageId: 'messageId',
    sap_attempt_at: 'at',
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
    rowsTotal bigint,
    rowsRead bigint not null,
    rowsCreated bigint not null,
    rowsUpdated bigint not null,
    rowsFailed bigint not null,
    rowsSkipped bigint not null,
    watermark varchar(24),
    errorClass varchar(30){ci},
    errorText mediumtext,
    requestedById int,
    cancelledAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_sync_run_requestedById_fk foreign key (requestedById) references user (id)
  `, {
    sap_sync_run_object_status: 'object, status',
    sap_sync_run_object_filterCode: 'object, filterCode',
    sap_sync_run_startedAt: 'startedAt',
  })

  await createTable(db, 'sap_sending', `
    id {id},
    connection varchar(40){ci} not null,
    failures bigint not null,
    pausedUntil varchar(24),
    errorClass varchar(40),
    errorText varchar(500){ci},
    failedAt varchar(24),
    alertedAt varchar(24),
    isPaused tinyint(1) not null,
    pausedById int,
    pausedAt varchar(24),
    pauseReason varchar(500){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_sending_connection_unique unique (connection),
    constraint sap_sending_pausedById_fk foreign key (pausedById) references user (id)
  `)

  await createTable(db, 'sap_pending_row', `
    object varchar(20) not null,
    sapKey varchar(120){exact} not null,
    waitsFor varchar(20) not null,
    item mediumtext not null,
    reason varchar(255) not null,
    since varchar(24) not null,
    primary key (object, sapKey)
  `, {
    sap_pending_row_waitsFor: 'waitsFor, object, sapKey',
  })

  await createTable(db, 'sap_row', `
    object varchar(20) not null,
    sapKey varchar(120){exact} not null,
    digest varchar(22){exact} not null,
    isEnded tinyint(1) not null default 0,
    primary key (object, sapKey)
  `)

  // The one row that all processes share.
  const at = new Date().toISOString()
  const row = { connection: 'SAP', failures: 0, isPaused: 0, rowVersion: 1, createdAt: at, updatedAt: at }
  await db('sap_sending').insert(row).onConflict('connection').ignore()
}
