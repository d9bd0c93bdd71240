import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists order_comment (
    id {id},
    orderId int not null,
    authorId int not null,
    body varchar(1000){ci} not null,
    isInternal tinyint(1) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint order_comment_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint order_comment_authorId_fk foreign key (authorId) references user (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
