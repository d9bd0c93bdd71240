import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'opt_out_email', `
    id {id},
    medium varchar(40) not null,
    address varchar(254){ci} not null,
    topic varchar(40) not null,
    source varchar(40) not null,
    reason varchar(255){ci},
    tokenUsed tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint opt_out_email_naturalKey_unique unique (naturalKey)
  `)

  await createTable(db, 'attachment', `
    id {id},
    ownerType varchar(40) not null,
    ownerId bigint,
    title varchar(120){ci} not null,
    category varchar(40){ci},
    audience varchar(500),
    fileName varchar(120){ci} not null,
    mimeType varchar(80){ci} not null,
    sizeBytes bigint not null,
    sha256 varchar(64){ci} not null,
    storageKey varchar(200){ci} not null,
    versionNo bigint not null,
    validTo varchar(10),
    withdrawnAt varchar(24),
    scanStatus varchar(40) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint attachment_storageKey_unique unique (storageKey)
  `, {
    attachment_ownerType_ownerId: 'ownerType, ownerId',
    attachment_sha256: 'sha256',
  })

  await createTable(db, 'audit_entry', `
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
  `, {
    audit_entry_entity_entityId: 'entity, entityId',
    audit_entry_at: 'at',
    audit_entry_actorId_at: 'actorId, at',
    audit_entry_entity_at: 'entity, at',
    audit_entry_action_at: 'action, at',
    audit_entry_importJobId: 'importJobId',
    audit_entry_requestId: 'requestId',
  })

  await createTable(db, 'import_job', `
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
  `, {
    import_job_status_lockedUntil: 'status, lockedUntil',
    import_job_importType: 'importType',
    import_job_fileSha256_finishedAt: 'fileSha256, finishedAt',
    import_job_requestedById: 'requestedById',
  })

  await createTable(db, 'import_job_error', `
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
  `, {
    import_job_error_importJobId_rowNo: 'importJobId, rowNo',
    import_job_error_sapSyncRunId_rowNo: 'sapSyncRunId, rowNo',
  })

  await createTable(db, 'import_job_row', `
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
  `, {
    import_job_row_importJobId_verdict_rowNo: 'importJobId, verdict, rowNo',
  })

  await createTable(db, 'job_lock', `
    id {id},
    name varchar(40){ci} not null,
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    lastRunAt varchar(24),
    doneAt varchar(24),
    tries bigint not null,
    failedAt varchar(24),
    retryAt varchar(24),
    problem varchar(500){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint job_lock_name_unique unique (name)
  `)

  await createTable(db, 'idempotency_key', `
    id {id},
    userId int not null,
    \`key\` varchar(80){ci} not null,
    command varchar(120){ci} not null,
    bodySha256 varchar(64){ci} not null,
    status varchar(40) not null,
    httpStatus bigint,
    response mediumtext,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint idempotency_key_userId_key_unique unique (userId, \`key\`),
    constraint idempotency_key_userId_fk foreign key (userId) references user (id)
  `)

  await createTable(db, 'grid_view', `
    id {id},
    userId int not null,
    grid varchar(80){ci} not null,
    name varchar(60){ci} not null,
    scope varchar(40) not null,
    roleId int,
    isDefault tinyint(1) not null,
    state mediumtext not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint grid_view_userId_grid_name_unique unique (userId, grid, name),
    constraint grid_view_userId_fk foreign key (userId) references user (id),
    constraint grid_view_roleId_fk foreign key (roleId) references role (id)
  `, {
    grid_view_scope_roleId: 'scope, roleId',
    grid_view_roleId: 'roleId',
  })

  await createTable(db, 'product_row', `
    id {id},
    entity varchar(60){ci} not null,
    rowKey varchar(120){ci} not null,
    entityId bigint,
    version varchar(16){ci} not null,
    given mediumtext not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint product_row_entity_rowKey_unique unique (entity, rowKey)
  `)

  await createTable(db, 'replica_mark', `
    id int not null primary key,
    at varchar(24) not null
  `)
}
