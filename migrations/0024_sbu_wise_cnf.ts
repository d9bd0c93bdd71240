import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists sbu_wise_cnf (
    id {id},
    sbuId int not null,
    stateId int not null,
    cnfId int not null,
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
    constraint sbu_wise_cnf_naturalKey_unique unique (naturalKey),
    constraint sbu_wise_cnf_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint sbu_wise_cnf_stateId_fk foreign key (stateId) references state (id),
    constraint sbu_wise_cnf_cnfId_fk foreign key (cnfId) references cnf (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
