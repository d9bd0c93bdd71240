import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists perennial_non_available_items (
    id {id},
    productId int not null,
    plantId int,
    action varchar(40) not null,
    message varchar(255){ci} not null,
    substituteProductId int,
    expectedAvailableOn varchar(10),
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
    constraint perennial_non_available_items_naturalKey_unique unique (naturalKey),
    constraint perennial_non_available_items_productId_fk foreign key (productId) references products (id),
    constraint perennial_non_available_items_plantId_fk foreign key (plantId) references plant (id),
    constraint perennial_non_available_items_substituteProductId_fk foreign key (substituteProductId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
