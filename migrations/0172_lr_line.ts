import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists lr_line (
    id {id},
    lrId int not null,
    invoiceId int,
    sigmaInvoiceNo varchar(16){ci},
    packages bigint not null,
    weightKg bigint not null,
    invoiceValue bigint not null,
    freightShare bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint lr_line_lrId_invoiceId_sigmaInvoiceNo_unique unique (lrId, invoiceId, sigmaInvoiceNo),
    constraint lr_line_lrId_fk foreign key (lrId) references lr (id),
    constraint lr_line_invoiceId_fk foreign key (invoiceId) references invoice (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
