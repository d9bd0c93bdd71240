import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists customer_item_codes (
    id {id},
    customerId int not null,
    itemCode varchar(40){ci} not null,
    productId int not null,
    source varchar(40) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint customer_item_codes_naturalKey_unique unique (naturalKey),
    constraint customer_item_codes_customerId_fk foreign key (customerId) references customer (id),
    constraint customer_item_codes_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
