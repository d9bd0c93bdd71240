import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists banner (
    id {id},
    title varchar(80){ci} not null,
    imageAttachmentId int not null,
    linkUrl varchar(255){ci},
    placement varchar(40) not null,
    audience varchar(40) not null,
    customerSegmentId int,
    sortNo bigint not null,
    validFrom varchar(24) not null,
    validTo varchar(24) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint banner_naturalKey_unique unique (naturalKey),
    constraint banner_imageAttachmentId_fk foreign key (imageAttachmentId) references attachment (id),
    constraint banner_customerSegmentId_fk foreign key (customerSegmentId) references customer_segment (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
