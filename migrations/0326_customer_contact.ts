import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists customer_contact (
    id {id},
    customerId int not null,
    contactType varchar(40) not null,
    name varchar(60){ci} not null,
    mobile varchar(10){ci} not null,
    email varchar(254){ci} not null,
    isPrimary tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint customer_contact_naturalKey_unique unique (naturalKey),
    constraint customer_contact_customerId_fk foreign key (customerId) references customer (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
