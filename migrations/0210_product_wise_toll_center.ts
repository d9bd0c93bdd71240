import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists product_wise_toll_center (
    id {id},
    productId int not null,
    tollCenterId int not null,
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
    constraint product_wise_toll_center_naturalKey_unique unique (naturalKey),
    constraint product_wise_toll_center_productId_fk foreign key (productId) references products (id),
    constraint product_wise_toll_center_tollCenterId_fk foreign key (tollCenterId) references toll_center (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
