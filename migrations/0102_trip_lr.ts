import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'trip_lr', `
    id {id},
    tripId int not null,
    lrId int not null,
    heldLrId int,
    stopId int not null,
    packages bigint,
    offAt varchar(24),
    reason varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint trip_lr_heldLrId_unique unique (heldLrId),
    constraint trip_lr_tripId_lrId_offAt_unique unique (tripId, lrId, offAt),
    constraint trip_lr_tripId_fk foreign key (tripId) references trip (id),
    constraint trip_lr_lrId_fk foreign key (lrId) references lr (id),
    constraint trip_lr_heldLrId_fk foreign key (heldLrId) references lr (id),
    constraint trip_lr_stopId_fk foreign key (stopId) references trip_stop (id)
  `, {
    trip_lr_lrId: 'lrId',
    trip_lr_stopId: 'stopId',
  })
}
