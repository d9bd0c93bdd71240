import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists schedule_line (
    id {id},
    orderId int not null,
    orderLineId int not null,
    scheduleNo bigint not null,
    requestedDate varchar(10) not null,
    qty bigint not null,
    confirmedDate varchar(10),
    confirmedQty bigint not null,
    deliveredQty bigint not null,
    expectedDeliveryDate varchar(10),
    deliveryBlock varchar(2){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint schedule_line_orderLineId_scheduleNo_unique unique (orderLineId, scheduleNo),
    constraint schedule_line_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint schedule_line_orderLineId_fk foreign key (orderLineId) references order_line (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
