import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists cnf_state (
    id {id},
    cnfId int not null,
    stateId int not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint cnf_state_naturalKey_unique unique (naturalKey),
    constraint cnf_state_cnfId_fk foreign key (cnfId) references cnf (id),
    constraint cnf_state_stateId_fk foreign key (stateId) references state (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
