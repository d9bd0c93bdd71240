import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists productwise_limit_price (
    id {id},
    productId int not null,
    channelId int,
    limitPrice bigint not null,
    confirmStatus varchar(40) not null,
    confirmedById int,
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
    constraint productwise_limit_price_naturalKey_unique unique (naturalKey),
    constraint productwise_limit_price_productId_fk foreign key (productId) references products (id),
    constraint productwise_limit_price_channelId_fk foreign key (channelId) references channel (id),
    constraint productwise_limit_price_confirmedById_fk foreign key (confirmedById) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
