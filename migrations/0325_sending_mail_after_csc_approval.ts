import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists sending_mail_after_csc_approval (
    id {id},
    channelId int not null,
    sbuId int,
    zoneId int,
    orderTypeId int,
    toEmails varchar(500){ci} not null,
    ccEmails varchar(500){ci},
    includeCustomer tinyint(1) not null,
    attachOrderPdf tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sending_mail_after_csc_approval_naturalKey_unique unique (naturalKey),
    constraint sending_mail_after_csc_approval_channelId_fk foreign key (channelId) references channel (id),
    constraint sending_mail_after_csc_approval_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint sending_mail_after_csc_approval_zoneId_fk foreign key (zoneId) references zone (id),
    constraint sending_mail_after_csc_approval_orderTypeId_fk foreign key (orderTypeId) references order_type (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
