import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists customer_department_map (
    id {id},
    customerId int not null,
    departmentId int not null,
    salesGroupId int,
    salesEmployeeId int not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint customer_department_map_naturalKey_unique unique (naturalKey),
    constraint customer_department_map_customerId_fk foreign key (customerId) references customer (id),
    constraint customer_department_map_departmentId_fk foreign key (departmentId) references department (id),
    constraint customer_department_map_salesGroupId_fk foreign key (salesGroupId) references sales_group (id),
    constraint customer_department_map_salesEmployeeId_fk foreign key (salesEmployeeId) references employee (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
