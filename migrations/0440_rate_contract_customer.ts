import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists rate_contract_customer (
    id {id},
    contractNo varchar(20){ci} not null,
    sapContractNo varchar(10){ci},
    customerId int not null,
    sbuId int not null,
    customerRef varchar(35){ci} not null,
    contractDate varchar(10) not null,
    approverEmployeeId int,
    autoRelease tinyint(1) not null,
    status varchar(40) not null,
    attachmentId int,
    value bigint not null,
    consumedPct bigint not null,
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
    constraint rate_contract_customer_sapContractNo_unique unique (sapContractNo),
    constraint rate_contract_customer_naturalKey_unique unique (naturalKey),
    constraint rate_contract_customer_customerId_fk foreign key (customerId) references customer (id),
    constraint rate_contract_customer_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint rate_contract_customer_approverEmployeeId_fk foreign key (approverEmployeeId) references employee (id),
    constraint rate_contract_customer_attachmentId_fk foreign key (attachmentId) references attachment (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
