import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'transporter_vehicle', `
    id {id},
    vehicleNo varchar(15){ci} not null,
    transporterId int not null,
    fitnessTill varchar(10),
    permitTill varchar(10),
    insuranceTill varchar(10),
    pucTill varchar(10),
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint transporter_vehicle_naturalKey_unique unique (naturalKey),
    constraint transporter_vehicle_transporterId_fk foreign key (transporterId) references transporter (id)
  `)
}
