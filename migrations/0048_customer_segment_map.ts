import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists customer_segment_map (
    id {id},
    customerId int not null,
    sbuId int not null,
    customerSegmentId int not null,
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
    constraint customer_segment_map_naturalKey_unique unique (naturalKey),
    constraint customer_segment_map_customerId_fk foreign key (customerId) references customer (id),
    constraint customer_segment_map_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint customer_segment_map_customerSegmentId_fk foreign key (customerSegmentId) references customer_segment (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
