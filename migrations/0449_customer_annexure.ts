import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists customer_annexure (
    id {id},
    annexureNo varchar(20){ci} not null,
    customerId int not null,
    sbuId int not null,
    agreementRef varchar(40){ci} not null,
    paymentTermsDays bigint not null,
    freightTerms varchar(40) not null,
    termsText mediumtext,
    status varchar(40) not null,
    acceptedById int,
    acceptedAt varchar(24),
    acceptedName varchar(80){ci},
    acceptedOn varchar(10),
    changeRequest varchar(1000){ci},
    changeRequestedById int,
    changeRequestedAt varchar(24),
    attachmentId int,
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
    constraint customer_annexure_naturalKey_unique unique (naturalKey),
    constraint customer_annexure_customerId_fk foreign key (customerId) references customer (id),
    constraint customer_annexure_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint customer_annexure_acceptedById_fk foreign key (acceptedById) references user (id),
    constraint customer_annexure_changeRequestedById_fk foreign key (changeRequestedById) references user (id),
    constraint customer_annexure_attachmentId_fk foreign key (attachmentId) references attachment (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
