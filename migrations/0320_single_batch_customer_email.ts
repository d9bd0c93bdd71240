import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists single_batch_customer_email (
    id {id},
    customerId int not null,
    productId int,
    plantId int,
    toEmails varchar(500){ci} not null,
    ccEmails varchar(500){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint single_batch_customer_email_naturalKey_unique unique (naturalKey),
    constraint single_batch_customer_email_customerId_fk foreign key (customerId) references customer (id),
    constraint single_batch_customer_email_productId_fk foreign key (productId) references products (id),
    constraint single_batch_customer_email_plantId_fk foreign key (plantId) references plant (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
