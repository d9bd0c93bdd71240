import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'report_mailing', `
    id {id},
    scheduleId int not null,
    mailedOn varchar(10) not null,
    readers bigint not null,
    address varchar(3000){ci},
    rights varchar(64){ci} not null,
    rowCount bigint not null,
    kept mediumtext,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint report_mailing_scheduleId_mailedOn_unique unique (scheduleId, mailedOn),
    constraint report_mailing_scheduleId_fk foreign key (scheduleId) references report_schedule (id)
  `)
}
