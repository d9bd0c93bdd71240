import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'passport_link', `
    id {id},
    lrId int not null,
    tokenHash varchar(64){ci} not null,
    expiresAt varchar(24) not null,
    status varchar(40) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint passport_link_tokenHash_unique unique (tokenHash),
    constraint passport_link_lrId_fk foreign key (lrId) references lr (id)
  `, {
    passport_link_lrId: 'lrId',
  })
}
