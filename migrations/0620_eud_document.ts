import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists eud_document (
    id {id},
    eudNo varchar(14){ci} not null,
    customerId int not null,
    shipToId int,
    productId int not null,
    documentType varchar(40) not null,
    documentRef varchar(40){ci} not null,
    endUse varchar(255){ci} not null,
    issueDate varchar(10) not null,
    validTo varchar(10) not null,
    permittedQty bigint,
    usedQty bigint not null,
    reservedQty bigint not null,
    attachmentId int not null,
    orderId int,
    status varchar(40) not null,
    actedById int,
    actedAt varchar(24),
    rejectReasonId int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint eud_document_eudNo_unique unique (eudNo),
    constraint eud_document_customerId_fk foreign key (customerId) references customer (id),
    constraint eud_document_shipToId_fk foreign key (shipToId) references ship_to (id),
    constraint eud_document_productId_fk foreign key (productId) references products (id),
    constraint eud_document_attachmentId_fk foreign key (attachmentId) references attachment (id),
    constraint eud_document_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint eud_document_actedById_fk foreign key (actedById) references user (id),
    constraint eud_document_rejectReasonId_fk foreign key (rejectReasonId) references reason_code (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
