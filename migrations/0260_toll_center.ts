import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists toll_center (
    id {id},
    code varchar(10){ci} not null,
    name varchar(100){ci} not null,
    plantId int not null,
    gstin varchar(15){ci} not null,
    pan varchar(10){ci} not null,
    agreementFrom varchar(10) not null,
    agreementTo varchar(10) not null,
    pesoLicenceNo varchar(40){ci},
    pesoValidTo varchar(10),
    contactPerson varchar(60){ci} not null,
    mobile varchar(10){ci} not null,
    email varchar(254){ci} not null,
    cityId int not null,
    servesChannel13 tinyint(1) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint toll_center_plantId_unique unique (plantId),
    constraint toll_center_naturalKey_unique unique (naturalKey),
    constraint toll_center_plantId_fk foreign key (plantId) references plant (id),
    constraint toll_center_cityId_fk foreign key (cityId) references state_city (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
