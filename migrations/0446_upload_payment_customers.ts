import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists upload_payment_customers (
    id {id},
    customerId int not null,
    gateway varchar(40) not null,
    merchantAccount varchar(40){ci} not null,
    allowPartial tinyint(1) not null,
    allowAdvance tinyint(1) not null,
    maxTxnAmount bigint not null,
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
    constraint upload_payment_customers_naturalKey_unique unique (naturalKey),
    constraint upload_payment_customers_customerId_fk foreign key (customerId) references customer (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
