import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  for (const table of ['products', 'customer', 'plant']) await addColumn(db, table, 'lastDay', `varchar(10)`)

  await createTable(db, 'closing', `
    id {id},
    list varchar(80){ci} not null,
    rowId bigint not null,
    subject varchar(160){ci} not null,
    lastDay varchar(10) not null,
    lastDayBefore varchar(10),
    takerId bigint,
    taker varchar(160){ci},
    takeOvers mediumtext,
    reason varchar(500){ci} not null,
    status varchar(40) not null,
    stillOpen varchar(1000){ci},
    done mediumtext,
    closedAt varchar(24),
    plannedById int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint closing_plannedById_fk foreign key (plannedById) references user (id)
  `, {
    closing_list_rowId: 'list, rowId',
    closing_status_lastDay: 'status, lastDay',
  })
}
