import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  // Made of open items and never changed: no version, no author, no history.
  await createTable(db, 'outstanding_day', `
    id {id},
    day varchar(10) not null,
    constraint outstanding_day_day_unique unique (day)
  `)

  await createTable(db, 'outstanding_of_day', `
    id {id},
    dayId int not null,
    customerId int not null,
    sbuId int,
    documentType varchar(11) not null,
    isDisputed tinyint(1) not null,
    bucket varchar(9) not null,
    amount bigint not null,
    balance bigint not null,
    overdue bigint not null,
    items int not null,
    asOnDate varchar(10) not null,
    constraint outstanding_of_day_dayId_fk foreign key (dayId) references outstanding_day (id)
  `, {
    outstanding_of_day_dayId: 'dayId, customerId, sbuId',
  })
}
