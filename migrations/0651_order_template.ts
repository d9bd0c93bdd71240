import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists order_template (
    id {id},
    userId int not null,
    customerId int not null,
    name varchar(60){ci} not null,
    \`lines\` mediumtext not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint order_template_userId_customerId_name_unique unique (userId, customerId, name),
    constraint order_template_userId_fk foreign key (userId) references user (id),
    constraint order_template_customerId_fk foreign key (customerId) references customer (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
