import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'freight_contract', `
    id {id},
    contractNo varchar(20){ci} not null,
    transporterId int not null,
    kind varchar(40) not null,
    status varchar(40) not null,
    replacesId int,
    volumetric varchar(40) not null,
    divisor bigint,
    kgPerCft bigint,
    roundKg bigint not null,
    minKg bigint not null,
    slabRule varchar(40) not null,
    fuelBase bigint,
    fuelShare bigint,
    terms varchar(500){ci},
    attachmentId int,
    submittedById int,
    approvedById int,
    approvedOn varchar(10),
    startsOn varchar(10) not null,
    endsOn varchar(10) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint freight_contract_naturalKey_unique unique (naturalKey),
    constraint freight_contract_transporterId_fk foreign key (transporterId) references transporter (id),
    constraint freight_contract_replacesId_fk foreign key (replacesId) references freight_contract (id),
    constraint freight_contract_attachmentId_fk foreign key (attachmentId) references attachment (id),
    constraint freight_contract_submittedById_fk foreign key (submittedById) references user (id),
    constraint freight_contract_approvedById_fk foreign key (approvedById) references user (id)
  `, {
    freight_contract_transporterId_startsOn: 'transporterId, startsOn',
    freight_contract_status_endsOn: 'status, endsOn',
    freight_contract_replacesId: 'replacesId',
  })
}
