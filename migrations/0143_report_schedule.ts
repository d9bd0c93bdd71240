import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'report_schedule', `
    id {id},
    report varchar(80){ci} not null,
    name varchar(60){ci} not null,
    address varchar(3000){ci},
    ownerId int not null,
    frequency varchar(40) not null,
    dayNo bigint,
    readers mediumtext not null,
    nextOn varchar(10),
    endedWhy varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint report_schedule_ownerId_fk foreign key (ownerId) references user (id)
  `, {
    report_schedule_nextOn: 'nextOn',
    report_schedule_ownerId: 'ownerId',
  })
}
