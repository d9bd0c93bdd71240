import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists shipping_instructions (
    id {id},
    customerId int not null,
    productId int,
    sbuId int,
    instruction varchar(500){ci} not null,
    printOnLr tinyint(1) not null,
    needsCscReview tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint shipping_instructions_naturalKey_unique unique (naturalKey),
    constraint shipping_instructions_customerId_fk foreign key (customerId) references customer (id),
    constraint shipping_instructions_productId_fk foreign key (productId) references products (id),
    constraint shipping_instructions_sbuId_fk foreign key (sbuId) references sbu (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
