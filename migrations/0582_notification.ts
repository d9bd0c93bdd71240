import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists notification (
    id {id},
    userId int not null,
    title varchar(120){ci} not null,
    body varchar(500){ci},
    link varchar(255){ci},
    isRead tinyint(1) not null,
    readAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint notification_userId_fk foreign key (userId) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
