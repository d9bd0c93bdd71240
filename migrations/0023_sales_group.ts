import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists sales_group (
    id {id},
    code varchar(3){ci} not null,
    name varchar(60){ci} not null,
    salesOffice varchar(4){ci} not null,
    sbuId int not null,
    zoneId int not null,
    managerEmployeeId int,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sales_group_naturalKey_unique unique (naturalKey),
    constraint sales_group_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint sales_group_zoneId_fk foreign key (zoneId) references zone (id),
    constraint sales_group_managerEmployeeId_fk foreign key (managerEmployeeId) references employee (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
