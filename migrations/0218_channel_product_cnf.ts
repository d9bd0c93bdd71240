import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists channel_product_cnf (
    id {id},
    channelId int not null,
    productId int not null,
    stateId int,
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
    constraint channel_product_cnf_naturalKey_unique unique (naturalKey),
    constraint channel_product_cnf_channelId_fk foreign key (channelId) references channel (id),
    constraint channel_product_cnf_productId_fk foreign key (productId) references products (id),
    constraint channel_product_cnf_stateId_fk foreign key (stateId) references state (id),
    constraint channel_product_cnf_cnfId_fk foreign key (cnfId) references cnf (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
