import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists login_session (
    id {id},
    userId int,
    loginId varchar(60){ci} not null,
    loginAt varchar(24) not null,
    logoutAt varchar(24),
    logoutType varchar(40),
    ip varchar(45){ci} not null,
    userAgent varchar(255){ci},
    result varchar(40) not null,
    refreshTokenHash varchar(64){ci},
    lastSeenAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint login_session_userId_fk foreign key (userId) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
