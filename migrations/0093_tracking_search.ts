import type { Knex } from 'knex'
import { addColumn, createIndex, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createIndex(db, 'lr', 'lr_originalExpectedDate', 'originalExpectedDate')

  await createIndex(db, 'lr', 'lr_deliveredOn', 'deliveredOn')

  await createIndex(db, 'lr', 'lr_sigmaPlantCode', 'sigmaPlantCode')

  await createIndex(db, 'lr', 'lr_transporterId_originalExpectedDate', 'transporterId, originalExpectedDate')

  await createIndex(db, 'lr', 'lr_toCityId_transMode_originalExpectedDate', 'toCityId, transMode, originalExpectedDate')

  await addColumn(db, 'shipment', 'sigmaCustomerId', `int constraint shipment_sigmaCustomerId_fk references sigma_customers (id)`)

  await createIndex(db, 'shipment', 'shipment_sigmaCustomerId', 'sigmaCustomerId')

  await createIndex(db, 'tracking_event', 'tracking_event_reason_lrId', 'reason, lrId')

  await createTable(db, 'tracking_try', `
    id {id},
    at varchar(24) not null,
    address varchar(45){ci} not null,
    trackedBy varchar(40) not null,
    number varchar(20){ci} not null,
    found tinyint(1) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int
  `, {
    tracking_try_at: 'at',
    tracking_try_number_at: 'number, at',
  })
}
