import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists approval_task (
    id {id},
    taskNo varchar(14){ci} not null,
    orderId int not null,
    step varchar(40) not null,
    seq bigint not null,
    level bigint not null,
    round bigint not null,
    assigneeUserId int,
    assigneeRoleId int,
    measuredValue bigint,
    triggerJson mediumtext not null,
    fingerprint varchar(64){ci} not null,
    trace mediumtext,
    status varchar(40) not null,
    dueAt varchar(24) not null,
    remindedAt varchar(24),
    escalatedAt varchar(24),
    escalatedToUserId int,
    actedById int,
    actedAt varchar(24),
    reasonCodeId int,
    remarks varchar(500){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint approval_task_taskNo_unique unique (taskNo),
    constraint approval_task_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint approval_task_assigneeUserId_fk foreign key (assigneeUserId) references user (id),
    constraint approval_task_assigneeRoleId_fk foreign key (assigneeRoleId) references role (id),
    constraint approval_task_escalatedToUserId_fk foreign key (escalatedToUserId) references user (id),
    constraint approval_task_actedById_fk foreign key (actedById) references user (id),
    constraint approval_task_reasonCodeId_fk foreign key (reasonCodeId) references reason_code (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
