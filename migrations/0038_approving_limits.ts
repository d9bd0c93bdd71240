import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists approving_limits (
    id {id},
    limitType varchar(40) not null,
    sbuId int not null,
    nidId int,
    employeeId int not null,
    level bigint not null,
    \`maxValue\` bigint not null,
    confirmStatus varchar(40) not null,
    confirmedById int,
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
    constraint approving_limits_naturalKey_unique unique (naturalKey),
    constraint approving_limits_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint approving_limits_nidId_fk foreign key (nidId) references nid (id),
    constraint approving_limits_employeeId_fk foreign key (employeeId) references employee (id),
    constraint approving_limits_confirmedById_fk foreign key (confirmedById) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
