import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists shipment (
    id {id},
    shipmentNo varchar(14){ci} not null,
    lrId int not null,
    businessLine varchar(40) not null,
    customerId int,
    shipToPincode varchar(6){ci} not null,
    notifyMobile varchar(10){ci},
    notifyEmail varchar(254){ci},
    isOnTime tinyint(1),
    feedbackToken varchar(64){ci},
    feedbackRequestedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint shipment_lrId_unique unique (lrId),
    constraint shipment_feedbackToken_unique unique (feedbackToken),
    constraint shipment_shipmentNo_unique unique (shipmentNo),
    constraint shipment_lrId_fk foreign key (lrId) references lr (id),
    constraint shipment_customerId_fk foreign key (customerId) references customer (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
