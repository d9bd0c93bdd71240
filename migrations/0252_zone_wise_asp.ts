import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists zone_wise_asp (
    id {id},
    zoneId int not null,
    productId int not null,
    asp bigint not null,
    basis varchar(40) not null,
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
    constraint zone_wise_asp_naturalKey_unique unique (naturalKey),
    constraint zone_wise_asp_zoneId_fk foreign key (zoneId) references zone (id),
    constraint zone_wise_asp_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
