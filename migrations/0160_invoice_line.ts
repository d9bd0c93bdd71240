import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists invoice_line (
    id {id},
    invoiceId int not null,
    lineNo bigint not null,
    orderLineId int,
    productId int not null,
    batchNo varchar(10){ci},
    expiryDate varchar(10),
    qty bigint not null,
    uom varchar(3){ci} not null,
    unitPrice bigint not null,
    netValue bigint not null,
    gstRate bigint not null,
    taxValue bigint not null,
    grossWeightKg bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint invoice_line_invoiceId_lineNo_unique unique (invoiceId, lineNo),
    constraint invoice_line_invoiceId_fk foreign key (invoiceId) references invoice (id),
    constraint invoice_line_orderLineId_fk foreign key (orderLineId) references order_line (id),
    constraint invoice_line_productId_fk foreign key (productId) references products (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
