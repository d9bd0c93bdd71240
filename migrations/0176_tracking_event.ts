import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists tracking_event (
    id {id},
    shipmentId int not null,
    lrId int not null,
    eventCode varchar(40) not null,
    eventAt varchar(24) not null,
    location varchar(80){ci},
    remarks varchar(255){ci},
    source varchar(40) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint tracking_event_shipmentId_eventCode_eventAt_unique unique (shipmentId, eventCode, eventAt),
    constraint tracking_event_shipmentId_fk foreign key (shipmentId) references shipment (id),
    constraint tracking_event_lrId_fk foreign key (lrId) references lr (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
