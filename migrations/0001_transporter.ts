import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists transporter (
    id {id},
    code varchar(10){ci} not null,
    name varchar(100){ci} not null,
    sapVendorCode varchar(10){ci},
    gstin varchar(15){ci},
    pan varchar(10){ci} not null,
    gtaTaxMode varchar(40) not null,
    transporterEwayId varchar(15){ci},
    contactPerson varchar(60){ci} not null,
    mobile varchar(10){ci} not null,
    email varchar(254){ci} not null,
    address varchar(255){ci} not null,
    cityId int not null,
    stateId int not null,
    pincode varchar(6){ci} not null,
    transModes varchar(500) not null,
    trackingUrlTemplate varchar(255){ci},
    isLoginActive tinyint(1) not null,
    bankAccountNo varchar(18){ci},
    ifsc varchar(11){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint transporter_sapVendorCode_unique unique (sapVendorCode),
    constraint transporter_naturalKey_unique unique (naturalKey),
    constraint transporter_cityId_fk foreign key (cityId) references state_city (id),
    constraint transporter_stateId_fk foreign key (stateId) references state (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
