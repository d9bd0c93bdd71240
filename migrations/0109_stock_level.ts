import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists stock_level (
    id {id},
    plantId int not null,
    productId int not null,
    batchNo varchar(10){ci},
    unrestrictedQty bigint not null,
    expiryDate varchar(10),
    asOn varchar(24) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint stock_level_naturalKey_unique unique (naturalKey),
    constraint stock_level_plantId_fk foreign key (plantId) references plant (id),
    constraint stock_level_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
