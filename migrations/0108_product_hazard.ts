import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'product_hazard', `
    id {id},
    productId int not null,
    unNo varchar(6){ci} not null,
    packingGroup varchar(40) not null,
    technicalName varchar(120){ci},
    flashPointC bigint,
    eac varchar(4){ci},
    traits varchar(500),
    sdsDate varchar(10),
    emergencyPhone varchar(20){ci},
    look varchar(500){ci},
    dangers varchar(500){ci},
    protection varchar(500){ci},
    spill varchar(500){ci},
    fire varchar(500){ci},
    firstAid varchar(500){ci},
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint product_hazard_naturalKey_unique unique (naturalKey),
    constraint product_hazard_productId_fk foreign key (productId) references products (id)
  `)
}
