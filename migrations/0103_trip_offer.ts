import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'trip_offer', `
    id {id},
    tripId int not null,
    transporterId int not null,
    plantId int not null,
    route varchar(255){ci} not null,
    vehicleType varchar(40) not null,
    plannedAt varchar(24) not null,
    stops bigint not null,
    packages bigint not null,
    weightKg bigint not null,
    askedAt varchar(24) not null,
    replyBy varchar(24) not null,
    status varchar(40) not null,
    amount bigint,
    reason varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint trip_offer_tripId_transporterId_unique unique (tripId, transporterId),
    constraint trip_offer_tripId_fk foreign key (tripId) references trip (id),
    constraint trip_offer_transporterId_fk foreign key (transporterId) references transporter (id),
    constraint trip_offer_plantId_fk foreign key (plantId) references plant (id)
  `, {
    trip_offer_transporterId_status: 'transporterId, status',
    trip_offer_status_replyBy: 'status, replyBy',
    trip_offer_plantId: 'plantId',
  })
}
