import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists distributor_product_cnf_mapping (
    id {id},
    customerId int not null,
    productId int not null,
    cnfId int not null,
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
    constraint distributor_product_cnf_mapping_naturalKey_unique unique (naturalKey),
    constraint distributor_product_cnf_mapping_customerId_fk foreign key (customerId) references customer (id),
    constraint distributor_product_cnf_mapping_productId_fk foreign key (productId) references products (id),
    constraint distributor_product_cnf_mapping_cnfId_fk foreign key (cnfId) references cnf (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
