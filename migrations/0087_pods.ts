import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'pod', `
    id {id},
    lrId int not null,
    releasedNo bigint not null,
    attachmentId int not null,
    deliveredOn varchar(10) not null,
    receivedBy varchar(60){ci} not null,
    packagesReceived bigint not null,
    shortagePackages bigint not null,
    damagePackages bigint not null,
    temperature bigint,
    isLoggerRead tinyint(1) not null,
    remarks varchar(255){ci},
    status varchar(40) not null,
    uploadedVia varchar(40) not null,
    verifiedById int,
    verifiedAt varchar(24),
    rejectReasonId int,
    complaintProposal varchar(40) not null,
    requestKey varchar(36){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint pod_requestKey_unique unique (requestKey),
    constraint pod_lrId_releasedNo_unique unique (lrId, releasedNo),
    constraint pod_lrId_fk foreign key (lrId) references lr (id),
    constraint pod_attachmentId_fk foreign key (attachmentId) references attachment (id),
    constraint pod_verifiedById_fk foreign key (verifiedById) references user (id),
    constraint pod_rejectReasonId_fk foreign key (rejectReasonId) references reason_code (id)
  `, {
    pod_status: 'status',
    pod_attachmentId: 'attachmentId',
    pod_complaintProposal_status: 'complaintProposal, status',
  })

  await createTable(db, 'pod_batch', `
    id {id},
    fileName varchar(120){ci} not null,
    requestedById int not null,
    status varchar(40) not null,
    filesTotal bigint not null,
    filesDone bigint not null,
    warnings mediumtext,
    errorText varchar(255){ci},
    parts mediumtext,
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint pod_batch_requestedById_fk foreign key (requestedById) references user (id)
  `, {
    pod_batch_status_lockedUntil: 'status, lockedUntil',
    pod_batch_requestedById: 'requestedById',
  })

  await createTable(db, 'pod_batch_file', `
    id {id},
    batchId int not null,
    requestedById int not null,
    position bigint not null,
    fileName varchar(120){ci} not null,
    attachmentId int,
    lrId int,
    deliveredOn varchar(10),
    receivedBy varchar(60){ci},
    packagesReceived bigint,
    shortagePackages bigint not null,
    damagePackages bigint not null,
    result varchar(40) not null,
    message varchar(255){ci},
    podId int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint pod_batch_file_batchId_position_unique unique (batchId, position),
    constraint pod_batch_file_batchId_fk foreign key (batchId) references pod_batch (id),
    constraint pod_batch_file_requestedById_fk foreign key (requestedById) references user (id),
    constraint pod_batch_file_attachmentId_fk foreign key (attachmentId) references attachment (id),
    constraint pod_batch_file_lrId_fk foreign key (lrId) references lr (id),
    constraint pod_batch_file_podId_fk foreign key (podId) references pod (id)
  `, {
    pod_batch_file_lrId: 'lrId',
    pod_batch_file_attachmentId: 'attachmentId',
    pod_batch_file_requestedById: 'requestedById',
    pod_batch_file_podId: 'podId',
  })
}
