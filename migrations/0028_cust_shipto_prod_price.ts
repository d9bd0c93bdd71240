import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists cust_shipto_prod_price (
    id {id},
    customerId int not null,
    shipToId int not null,
    productId int not null,
    netPrice bigint not null,
    minQty bigint not null,
    approvedRef varchar(40){ci} not null,
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
    constraint cust_shipto_prod_price_naturalKey_unique unique (naturalKey),
    constraint cust_shipto_prod_price_customerId_fk foreign key (customerId) references customer (id),
    constraint cust_shipto_prod_price_shipToId_fk foreign key (shipToId) references ship_to (id),
    constraint cust_shipto_prod_price_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
