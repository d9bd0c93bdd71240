import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists customer_annexure_line (
    id {id},
    customerAnnexureId int not null,
    customerId int not null,
    lineNo bigint not null,
    productId int not null,
    annualQty bigint not null,
    agreedPrice bigint not null,
    remarks varchar(100){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint customer_annexure_line_customerAnnexureId_lineNo_unique unique (customerAnnexureId, lineNo),
    constraint customer_annexure_line_customerAnnexureId_fk foreign key (customerAnnexureId) references customer_annexure (id),
    constraint customer_annexure_line_customerId_fk foreign key (customerId) references customer (id),
    constraint customer_annexure_line_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
