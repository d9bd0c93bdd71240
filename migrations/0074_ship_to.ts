import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists ship_to (
    id {id},
    customerId int not null,
    code varchar(10){ci} not null,
    name varchar(100){ci} not null,
    address varchar(255){ci} not null,
    cityId int not null,
    stateId int not null,
    pincode varchar(6){ci} not null,
    gstin varchar(15){ci},
    contactPerson varchar(60){ci},
    mobile varchar(10){ci},
    email varchar(254){ci},
    isThirdParty tinyint(1) not null,
    pesoLicenceNo varchar(40){ci},
    pesoClass varchar(40),
    pesoCapacityLitres bigint,
    pesoValidTo varchar(10),
    deliveryWindow varchar(40){ci},
    isDefault tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint ship_to_naturalKey_unique unique (naturalKey),
    constraint ship_to_customerId_fk foreign key (customerId) references customer (id),
    constraint ship_to_cityId_fk foreign key (cityId) references state_city (id),
    constraint ship_to_stateId_fk foreign key (stateId) references state (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
