import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'trip_event', `
    id {id},
    tripId int not null,
    kind varchar(40) not null,
    at varchar(24) not null,
    place varchar(80){ci},
    stateId int,
    pincode varchar(6){ci},
    vehicleNo varchar(15){ci},
    reasonCode varchar(40),
    remark varchar(255){ci},
    requestKey varchar(36){ci} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint trip_event_requestKey_unique unique (requestKey),
    constraint trip_event_tripId_fk foreign key (tripId) references trip (id),
    constraint trip_event_stateId_fk foreign key (stateId) references state (id)
  `, {
    trip_event_tripId: 'tripId',
  })
}
