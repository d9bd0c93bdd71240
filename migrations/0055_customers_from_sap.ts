import type { Knex } from 'knex'
import { addColumn, createTable, makeOptional } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'state', 'sapRegion', `varchar(20){ci}`)

  await addColumn(db, 'customer', 'creditLimitTo', `varchar(10)`)

  await addColumn(db, 'customer', 'creditBlocked', `tinyint(1) not null default 0`)

  await addColumn(db, 'customer', 'toComplete', `varchar(120){ci}`)

  await addColumn(db, 'ship_to', 'toComplete', `varchar(120){ci}`)

  await addColumn(db, 'plant', 'toComplete', `varchar(120){ci}`)

  await createTable(db, 'customer_sales_area', `
    id {id},
    customerId int not null,
    salesOrg varchar(4){ci} not null,
    channelId int not null,
    division varchar(2){ci} not null,
    paymentTermsCode varchar(4){ci},
    paymentTermsDays bigint,
    incoterms varchar(3){ci},
    orderBlock varchar(2){ci},
    deliveryBlock varchar(2){ci},
    isDeleted tinyint(1) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint customer_sales_area_customerId_salesOrg_channelId_divisio_unique unique (customerId, salesOrg, channelId, division),
    constraint customer_sales_area_customerId_fk foreign key (customerId) references customer (id),
    constraint customer_sales_area_channelId_fk foreign key (channelId) references channel (id)
  `, {
    customer_sales_area_customerId: 'customerId',
  })

  // What SAP does not tell of a row is completed later by people.
  await makeOptional(db, 'customer', 'customerType', `varchar(40)`)
  await makeOptional(db, 'customer', 'cityId', `int`)
  await makeOptional(db, 'customer', 'gstRegistrationType', `varchar(40)`)
  await makeOptional(db, 'ship_to', 'cityId', `int`)
  await makeOptional(db, 'plant', 'plantType', `varchar(40)`)
  await makeOptional(db, 'plant', 'pincode', `varchar(6){ci}`)
  await makeOptional(db, 'plant', 'address', `varchar(255){ci}`)
  await makeOptional(db, 'plant', 'gstin', `varchar(15){ci}`)
}
