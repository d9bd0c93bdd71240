import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists sigma_customers (
    id {id},
    code varchar(10){ci} not null,
    name varchar(100){ci} not null,
    email varchar(254){ci} not null,
    mobile varchar(10){ci},
    cityId int,
    pincode varchar(6){ci} not null,
    linkedCustomerId int,
    sendTrackingMail tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sigma_customers_naturalKey_unique unique (naturalKey),
    constraint sigma_customers_cityId_fk foreign key (cityId) references state_city (id),
    constraint sigma_customers_linkedCustomerId_fk foreign key (linkedCustomerId) references customer (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
