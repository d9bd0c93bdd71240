import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'coa_batch', `
    id {id},
    fileName varchar(120){ci} not null,
    requestedById int not null,
    status varchar(40) not null,
    filesTotal bigint not null,
    filesDone bigint not null,
    errorText varchar(255){ci},
    parts mediumtext,
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint coa_batch_requestedById_fk foreign key (requestedById) references user (id)
  `, {
    coa_batch_status_lockedUntil: 'status, lockedUntil',
    coa_batch_requestedById: 'requestedById',
  })

  await createTable(db, 'coa_document', `
    id {id},
    coaNo varchar(14){ci} not null,
    productId int not null,
    batchNo varchar(10){ci} not null,
    version bigint not null,
    manufactureDate varchar(10),
    expiryDate varchar(10),
    retestDate varchar(10),
    attachmentId int not null,
    status varchar(40) not null,
    visibility varchar(40) not null,
    downloadCount bigint not null,
    withdrawReason varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint coa_document_coaNo_unique unique (coaNo),
    constraint coa_document_productId_batchNo_version_unique unique (productId, batchNo, version),
    constraint coa_document_productId_fk foreign key (productId) references products (id),
    constraint coa_document_attachmentId_fk foreign key (attachmentId) references attachment (id)
  `, {
    coa_document_batchNo_productId: 'batchNo, productId',
    coa_document_attachmentId: 'attachmentId',
    coa_document_status: 'status',
  })

  await createTable(db, 'coa_file', `
    id {id},
    batchId int not null,
    position bigint not null,
    fileName varchar(120){ci} not null,
    attachmentId int,
    parsedProductCode varchar(40){ci},
    parsedBatchNo varchar(10){ci},
    productId int,
    batchNo varchar(10){ci},
    result varchar(40) not null,
    message varchar(255){ci},
    isScan tinyint(1) not null,
    words mediumtext,
    coaDocumentId int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint coa_file_batchId_position_unique unique (batchId, position),
    constraint coa_file_batchId_fk foreign key (batchId) references coa_batch (id),
    constraint coa_file_attachmentId_fk foreign key (attachmentId) references attachment (id),
    constraint coa_file_productId_fk foreign key (productId) references products (id),
    constraint coa_file_coaDocumentId_fk foreign key (coaDocumentId) references coa_document (id)
  `, {
    coa_file_result: 'result',
    coa_file_fileName: 'fileName',
    coa_file_attachmentId: 'attachmentId',
    coa_file_coaDocumentId: 'coaDocumentId',
    coa_file_productId: 'productId',
  })
}
