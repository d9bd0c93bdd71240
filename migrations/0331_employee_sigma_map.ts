import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists employee_sigma_map (
    id {id},
    employeeId int not null,
    mapType varchar(40) not null,
    sigmaCustomerId int,
    plantCode varchar(4){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint employee_sigma_map_naturalKey_unique unique (naturalKey),
    constraint employee_sigma_map_employeeId_fk foreign key (employeeId) references employee (id),
    constraint employee_sigma_map_sigmaCustomerId_fk foreign key (sigmaCustomerId) references sigma_customers (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
