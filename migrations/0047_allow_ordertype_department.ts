import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists allow_ordertype_department (
    id {id},
    departmentId int not null,
    orderTypeId int not null,
    allowedFor varchar(40) not null,
    isDefault tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint allow_ordertype_department_naturalKey_unique unique (naturalKey),
    constraint allow_ordertype_department_departmentId_fk foreign key (departmentId) references department (id),
    constraint allow_ordertype_department_orderTypeId_fk foreign key (orderTypeId) references order_type (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
