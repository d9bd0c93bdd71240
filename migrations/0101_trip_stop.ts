import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'trip_stop', `
    id {id},
    tripId int not null,
    seq bigint not null,
    shipToId int,
    place varchar(80){ci} not null,
    arrivedAt varchar(24),
    releasedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint trip_stop_tripId_seq_unique unique (tripId, seq),
    constraint trip_stop_tripId_fk foreign key (tripId) references trip (id),
    constraint trip_stop_shipToId_fk foreign key (shipToId) references ship_to (id)
  `, {
    trip_stop_shipToId: 'shipToId',
  })
}
