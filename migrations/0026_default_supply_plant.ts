import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists default_supply_plant (
    id {id},
    sbuId int not null,
    channelId int,
    plantId int not null,
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
    constraint default_supply_plant_naturalKey_unique unique (naturalKey),
    constraint default_supply_plant_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint default_supply_plant_channelId_fk foreign key (channelId) references channel (id),
    constraint default_supply_plant_plantId_fk foreign key (plantId) references plant (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
