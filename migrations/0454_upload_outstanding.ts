import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists upload_outstanding (
    id {id},
    customerId int not null,
    documentNo varchar(16){ci} not null,
    documentType varchar(40) not null,
    documentDate varchar(10) not null,
    dueDate varchar(10) not null,
    originalAmount bigint not null,
    balanceAmount bigint not null,
    sbuId int,
    sapAccountingDoc varchar(10){ci},
    fiscalYear varchar(4){ci},
    invoiceId int,
    asOnDate varchar(10) not null,
    source varchar(40) not null,
    isDisputed tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint upload_outstanding_naturalKey_unique unique (naturalKey),
    constraint upload_outstanding_customerId_fk foreign key (customerId) references customer (id),
    constraint upload_outstanding_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint upload_outstanding_invoiceId_fk foreign key (invoiceId) references invoice (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
