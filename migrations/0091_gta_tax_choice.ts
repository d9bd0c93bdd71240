import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'gta_tax_choice', `
    id {id},
    transporterId int not null,
    fy varchar(4){ci} not null,
    gtaTaxMode varchar(40) not null,
    declaredOn varchar(10),
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint gta_tax_choice_naturalKey_unique unique (naturalKey),
    constraint gta_tax_choice_transporterId_fk foreign key (transporterId) references transporter (id)
  `)
}
