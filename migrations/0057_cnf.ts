import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists cnf (
    id {id},
    code varchar(10){ci} not null,
    name varchar(100){ci} not null,
    plantId int not null,
    centralWarehouseId int,
    agreementFrom varchar(10) not null,
    agreementTo varchar(10) not null,
    gstin varchar(15){ci} not null,
    pan varchar(10){ci} not null,
    drugLicenceNo varchar(40){ci},
    drugLicenceValidTo varchar(10),
    pesoLicenceNo varchar(40){ci},
    pesoValidTo varchar(10),
    contactPerson varchar(60){ci} not null,
    mobile varchar(10){ci} not null,
    email varchar(254){ci} not null,
    address varchar(255){ci} not null,
    cityId int not null,
    pincode varchar(6){ci} not null,
    orderCutoffTime varchar(5){ci} not null,
    servesChannel13 tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint cnf_plantId_unique unique (plantId),
    constraint cnf_naturalKey_unique unique (naturalKey),
    constraint cnf_plantId_fk foreign key (plantId) references plant (id),
    constraint cnf_centralWarehouseId_fk foreign key (centralWarehouseId) references central_warehouse (id),
    constraint cnf_cityId_fk foreign key (cityId) references state_city (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
