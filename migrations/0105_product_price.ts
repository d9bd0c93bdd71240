import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists product_price (
    id {id},
    channelId int not null,
    productId int not null,
    listPrice bigint not null,
    priceUnit bigint not null,
    uom varchar(3){ci} not null,
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
    constraint product_price_naturalKey_unique unique (naturalKey),
    constraint product_price_channelId_fk foreign key (channelId) references channel (id),
    constraint product_price_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
