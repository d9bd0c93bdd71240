import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists upload_expected_delivery_dates (
    id {id},
    importJobId int not null,
    orderId int not null,
    orderLineId int not null,
    lineNo bigint not null,
    scheduleNo bigint not null,
    customerId int not null,
    productId int not null,
    plantId int,
    sbuId int not null,
    oldDate varchar(10),
    newDate varchar(10) not null,
    remarks varchar(255){ci},
    mailSent tinyint(1) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint upload_expected_delivery_dates_importJobId_fk foreign key (importJobId) references import_job (id),
    constraint upload_expected_delivery_dates_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint upload_expected_delivery_dates_orderLineId_fk foreign key (orderLineId) references order_line (id),
    constraint upload_expected_delivery_dates_customerId_fk foreign key (customerId) references customer (id),
    constraint upload_expected_delivery_dates_productId_fk foreign key (productId) references products (id),
    constraint upload_expected_delivery_dates_plantId_fk foreign key (plantId) references plant (id),
    constraint upload_expected_delivery_dates_sbuId_fk foreign key (sbuId) references sbu (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
