import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists block_customer_order_creation (
    id {id},
    customerId int not null,
    sbuId int,
    blockMode varchar(40) not null,
    reasonCodeId int not null,
    remarks varchar(255){ci} not null,
    notifyCustomer tinyint(1) not null,
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
    constraint block_customer_order_creation_naturalKey_unique unique (naturalKey),
    constraint block_customer_order_creation_customerId_fk foreign key (customerId) references customer (id),
    constraint block_customer_order_creation_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint block_customer_order_creation_reasonCodeId_fk foreign key (reasonCodeId) references reason_code (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
