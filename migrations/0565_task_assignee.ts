import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists task_assignee (
    id {id},
    orderId int not null,
    approvalTaskId int not null,
    userId int not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint task_assignee_approvalTaskId_userId_unique unique (approvalTaskId, userId),
    constraint task_assignee_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint task_assignee_approvalTaskId_fk foreign key (approvalTaskId) references approval_task (id),
    constraint task_assignee_userId_fk foreign key (userId) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
