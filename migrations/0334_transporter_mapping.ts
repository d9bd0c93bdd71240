import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists transporter_mapping (
    id {id},
    plantId int not null,
    stateId int not null,
    cityId int,
    transMode varchar(40) not null,
    transporterId int not null,
    priority bigint not null,
    ratePerKg bigint,
    minFreight bigint not null,
    validFrom varchar(10) not null,
    validTo varchar(10) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    periodKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint transporter_mapping_naturalKey_unique unique (naturalKey),
    constraint transporter_mapping_plantId_fk foreign key (plantId) references plant (id),
    constraint transporter_mapping_stateId_fk foreign key (stateId) references state (id),
    constraint transporter_mapping_cityId_fk foreign key (cityId) references state_city (id),
    constraint transporter_mapping_transporterId_fk foreign key (transporterId) references transporter (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
