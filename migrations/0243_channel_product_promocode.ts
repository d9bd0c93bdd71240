import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists channel_product_promocode (
    id {id},
    promoCode varchar(20){ci} not null,
    channelId int not null,
    productId int not null,
    discountType varchar(40) not null,
    discountValue bigint not null,
    minQty bigint not null,
    maxQtyPerCustomer bigint,
    isCombinable tinyint(1) not null,
    maxUses bigint,
    usedCount bigint not null,
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
    constraint channel_product_promocode_naturalKey_unique unique (naturalKey),
    constraint channel_product_promocode_channelId_fk foreign key (channelId) references channel (id),
    constraint channel_product_promocode_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
