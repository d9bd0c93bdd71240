import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists peso_products (
    id {id},
    productId int not null,
    petroleumClass varchar(40) not null,
    flashPointC bigint not null,
    unNo varchar(6){ci},
    litrePerUom bigint not null,
    licenceFreeLitres bigint,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint peso_products_naturalKey_unique unique (naturalKey),
    constraint peso_products_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
