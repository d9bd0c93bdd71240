import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists invoice (
    id {id},
    invoiceNo varchar(16){ci} not null,
    sapBillingDoc varchar(10){ci} not null,
    invoiceType varchar(40) not null,
    invoiceDate varchar(10) not null,
    sapOrderNo varchar(10){ci},
    orderId int,
    soldToId int not null,
    shipToId int,
    plantId int not null,
    sbuId int not null,
    netValue bigint not null,
    freightValue bigint not null,
    cgst bigint not null,
    sgst bigint not null,
    igst bigint not null,
    roundOff bigint not null,
    grossValue bigint not null,
    dueDate varchar(10) not null,
    irn varchar(64){ci},
    ewayBillNo varchar(12){ci},
    ewayValidTo varchar(24),
    sapDeliveryNo varchar(10){ci},
    isCancelled tinyint(1) not null,
    dispatchStatus varchar(40) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint invoice_sapBillingDoc_unique unique (sapBillingDoc),
    constraint invoice_invoiceNo_unique unique (invoiceNo),
    constraint invoice_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint invoice_soldToId_fk foreign key (soldToId) references customer (id),
    constraint invoice_shipToId_fk foreign key (shipToId) references ship_to (id),
    constraint invoice_plantId_fk foreign key (plantId) references plant (id),
    constraint invoice_sbuId_fk foreign key (sbuId) references sbu (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
