import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists product_enduser_document (
    id {id},
    productId int not null,
    documentType varchar(40) not null,
    frequency varchar(40) not null,
    validityMonths bigint not null,
    qtyControlled tinyint(1) not null,
    templateAttachmentId int,
    validFrom varchar(10) not null,
    validTo varchar(10) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    periodKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint product_enduser_document_naturalKey_unique unique (naturalKey),
    constraint product_enduser_document_productId_fk foreign key (productId) references products (id),
    constraint product_enduser_document_templateAttachmentId_fk foreign key (templateAttachmentId) references attachment (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
