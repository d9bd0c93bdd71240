import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists sbu_employee_map (
    id {id},
    employeeId int not null,
    sbuId int not null,
    isPrimary tinyint(1) not null,
    canPlaceOrders tinyint(1) not null,
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
    constraint sbu_employee_map_naturalKey_unique unique (naturalKey),
    constraint sbu_employee_map_employeeId_fk foreign key (employeeId) references employee (id),
    constraint sbu_employee_map_sbuId_fk foreign key (sbuId) references sbu (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
