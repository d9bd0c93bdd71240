import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists employee (
    id {id},
    employeeCode varchar(10){ci} not null,
    name varchar(80){ci} not null,
    email varchar(254){ci} not null,
    mobile varchar(10){ci} not null,
    designation varchar(60){ci} not null,
    departmentId int,
    managerId int,
    zoneId int,
    locationCityId int,
    dateOfJoining varchar(10) not null,
    dateOfLeaving varchar(10),
    delegateEmployeeId int,
    delegateFrom varchar(10),
    delegateTo varchar(10),
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint employee_email_unique unique (email),
    constraint employee_naturalKey_unique unique (naturalKey),
    constraint employee_departmentId_fk foreign key (departmentId) references department (id),
    constraint employee_managerId_fk foreign key (managerId) references employee (id),
    constraint employee_zoneId_fk foreign key (zoneId) references zone (id),
    constraint employee_locationCityId_fk foreign key (locationCityId) references state_city (id),
    constraint employee_delegateEmployeeId_fk foreign key (delegateEmployeeId) references employee (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
