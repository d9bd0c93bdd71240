import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'transporter_driver', `
    id {id},
    licenceNo varchar(20){ci} not null,
    name varchar(60){ci} not null,
    mobile varchar(10){ci} not null,
    transporterId int not null,
    hazardTill varchar(10),
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint transporter_driver_naturalKey_unique unique (naturalKey),
    constraint transporter_driver_transporterId_fk foreign key (transporterId) references transporter (id)
  `)
}
