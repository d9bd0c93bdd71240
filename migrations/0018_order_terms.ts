import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'order_terms', `
    id {id},
    orderId int not null,
    seen mediumtext not null,
    routed mediumtext not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint order_terms_orderId_unique unique (orderId),
    constraint order_terms_orderId_fk foreign key (orderId) references \`order\` (id)
  `)
}
