import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists dist_cust_mapping (
    id {id},
    distributorId int not null,
    customerId int not null,
    sbuId int not null,
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
    constraint dist_cust_mapping_naturalKey_unique unique (naturalKey),
    constraint dist_cust_mapping_distributorId_fk foreign key (distributorId) references customer (id),
    constraint dist_cust_mapping_customerId_fk foreign key (customerId) references customer (id),
    constraint dist_cust_mapping_sbuId_fk foreign key (sbuId) references sbu (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
