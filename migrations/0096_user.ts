import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists user (
    id {id},
    loginId varchar(60){ci} not null,
    userType varchar(40) not null,
    name varchar(80){ci} not null,
    email varchar(254){ci} not null,
    mobile varchar(10){ci},
    employeeId int,
    customerId int,
    transporterId int,
    plantId int,
    passwordHash varchar(255){ci},
    mustChangePassword tinyint(1) not null,
    passwordChangedAt varchar(24),
    failedCount bigint not null,
    isLocked tinyint(1) not null,
    lockedAt varchar(24),
    lastLoginAt varchar(24),
    resetTokenHash varchar(64){ci},
    resetExpiresAt varchar(24),
    inviteStatus varchar(40) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint user_naturalKey_unique unique (naturalKey),
    constraint user_employeeId_fk foreign key (employeeId) references employee (id),
    constraint user_customerId_fk foreign key (customerId) references customer (id),
    constraint user_transporterId_fk foreign key (transporterId) references transporter (id),
    constraint user_plantId_fk foreign key (plantId) references plant (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
