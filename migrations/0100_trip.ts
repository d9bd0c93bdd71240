import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'trip', `
    id {id},
    tripNo varchar(12){ci} not null,
    plantId int not null,
    isOwnVehicle tinyint(1) not null,
    transporterId int,
    vehicleType varchar(40) not null,
    plannedAt varchar(24) not null,
    vehicleNo varchar(15){ci},
    driverName varchar(60){ci},
    driverMobile varchar(10){ci},
    driverLicence varchar(20){ci},
    status varchar(40) not null,
    gateInAt varchar(24),
    loadedAt varchar(24),
    packagesLoaded bigint,
    gateOutAt varchar(24),
    sealNo varchar(30){ci},
    returnedAt varchar(24),
    agreedFreight bigint,
    freeHours bigint,
    detentionPerHour bigint,
    detentionCap bigint,
    reason varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint trip_tripNo_unique unique (tripNo),
    constraint trip_plantId_fk foreign key (plantId) references plant (id),
    constraint trip_transporterId_fk foreign key (transporterId) references transporter (id)
  `, {
    trip_plantId_status: 'plantId, status',
    trip_transporterId_status: 'transporterId, status',
    trip_vehicleNo_status: 'vehicleNo, status',
    trip_plannedAt: 'plannedAt',
  })
}
