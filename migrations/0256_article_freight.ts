import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists article_freight (
    id {id},
    productId int not null,
    transMode varchar(40) not null,
    zoneId int,
    rateBasis varchar(40) not null,
    rate bigint not null,
    minCharge bigint not null,
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
    constraint article_freight_naturalKey_unique unique (naturalKey),
    constraint article_freight_productId_fk foreign key (productId) references products (id),
    constraint article_freight_zoneId_fk foreign key (zoneId) references zone (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
