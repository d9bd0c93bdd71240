import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists cnf_excluded_items (
    id {id},
    cnfId int not null,
    productId int not null,
    reason varchar(100){ci} not null,
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
    constraint cnf_excluded_items_naturalKey_unique unique (naturalKey),
    constraint cnf_excluded_items_cnfId_fk foreign key (cnfId) references cnf (id),
    constraint cnf_excluded_items_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
