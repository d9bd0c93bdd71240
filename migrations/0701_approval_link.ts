import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists approval_link (
    id {id},
    taskId int not null,
    userId int not null,
    tokenHash varchar(64){ci} not null,
    expiresAt varchar(24) not null,
    usedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint approval_link_tokenHash_unique unique (tokenHash),
    constraint approval_link_taskId_fk foreign key (taskId) references approval_task (id),
    constraint approval_link_userId_fk foreign key (userId) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
