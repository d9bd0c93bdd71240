import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists assign_roles (
    id {id},
    userId int not null,
    roleId int not null,
    scopeType varchar(40) not null,
    scopeRef varchar(10){ci},
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
    constraint assign_roles_naturalKey_unique unique (naturalKey),
    constraint assign_roles_userId_fk foreign key (userId) references user (id),
    constraint assign_roles_roleId_fk foreign key (roleId) references role (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
