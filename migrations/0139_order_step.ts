import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists order_step (
    id {id},
    orderId int not null,
    step varchar(30){ci} not null,
    fromStatus varchar(30){ci},
    toStatus varchar(30){ci} not null,
    actorId int,
    reasonCodeId int,
    remark varchar(500){ci},
    at varchar(24) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint order_step_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint order_step_actorId_fk foreign key (actorId) references user (id),
    constraint order_step_reasonCodeId_fk foreign key (reasonCodeId) references reason_code (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
