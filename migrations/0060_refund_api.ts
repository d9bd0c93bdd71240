import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

/** Which payment accounts refund by their gateway's API, and how often something unsigned was posted to each. */
export async function up(db: Knex) {
  await addColumn(db, 'payment_account', 'refundApi', `tinyint(1) not null default 1`)
  await db('payment_account').where('gateway', 'BILLDESK').update('refundApi', 0)

  await createTable(db, 'unsigned_post', `
    id {id},
    accountId int not null,
    hour varchar(24) not null,
    posts bigint not null,
    lastFrom varchar(45){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint unsigned_post_accountId_hour_unique unique (accountId, hour),
    constraint unsigned_post_accountId_fk foreign key (accountId) references payment_account (id)
  `)
}
