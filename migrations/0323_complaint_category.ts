import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists complaint_category (
    id {id},
    code varchar(10){ci} not null,
    name varchar(60){ci} not null,
    parentCategoryId int,
    complaintType varchar(40) not null,
    departmentId int,
    slaHours bigint not null,
    needsInvoice tinyint(1) not null,
    needsBatch tinyint(1) not null,
    needsAttachment tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint complaint_category_naturalKey_unique unique (naturalKey),
    constraint complaint_category_parentCategoryId_fk foreign key (parentCategoryId) references complaint_category (id),
    constraint complaint_category_departmentId_fk foreign key (departmentId) references department (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
