import type { Knex } from 'knex'
import { addColumn, createIndex, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'invoice', 'packages', `bigint`)
  await addColumn(db, 'invoice', 'settledAt', `varchar(24)`)
  await addColumn(db, 'invoice', 'settlementReason', `varchar(255){ci}`)
  await addColumn(db, 'invoice', 'settlementNoteNo', `varchar(16){ci}`)
  await addColumn(db, 'lr', 'releasedNo', `bigint not null default 0`)
  await addColumn(db, 'lr', 'distanceKm', `bigint`)
  await addColumn(db, 'lr', 'isOverDimensional', `tinyint(1) not null default 0`)
  await addColumn(db, 'lr', 'partBAt', `varchar(24)`)
  await addColumn(db, 'lr', 'consolidatedEwayNo', `varchar(12){ci}`)
  await addColumn(db, 'lr', 'expectedFreight', `bigint`)
  await addColumn(db, 'lr', 'originalExpectedDate', `varchar(10)`)
  await addColumn(db, 'lr', 'expectedDateReason', `varchar(255){ci}`)
  await addColumn(db, 'lr', 'backdateReason', `varchar(255){ci}`)
  await addColumn(db, 'lr', 'unNumber', `varchar(6){ci}`)
  await addColumn(db, 'lr', 'tremCardId', `int constraint lr_tremCardId_fk references attachment (id)`)
  await addColumn(db, 'lr', 'driverIsTrained', `tinyint(1) not null default 0`)
  await addColumn(db, 'lr', 'loggerNo', `varchar(30){ci}`)
  await addColumn(db, 'lr', 'deskTask', `varchar(255){ci}`)
  await addColumn(db, 'lr', 'claimStatus', `varchar(40) not null default 'NONE'`)
  await addColumn(db, 'lr', 'claimDue', `varchar(10)`)

  await createIndex(db, 'lr', 'lr_claimStatus_claimDue', 'claimStatus, claimDue')

  await addColumn(db, 'lr_line', 'sigmaCustomerId', `int constraint lr_line_sigmaCustomerId_fk references sigma_customers (id)`)
  await addColumn(db, 'lr_line', 'challanNo', `varchar(16){ci}`)
  await addColumn(db, 'lr_line', 'ewayBillNo', `varchar(12){ci}`)
  await addColumn(db, 'lr_line', 'ewayValidTo', `varchar(24)`)
  await addColumn(db, 'lr_line', 'cartingShare', `bigint not null default 0`)

  await createIndex(db, 'lr_line', 'lr_line_ewayValidTo', 'ewayValidTo')

  await createIndex(db, 'lr_line', 'lr_line_sigmaCustomerId', 'sigmaCustomerId')

  await createTable(db, 'lr_line_item', `
    id {id},
    lrLineId int not null,
    lrId int not null,
    invoiceLineId int not null,
    qty bigint not null,
    weightKg bigint not null,
    freightShare bigint not null,
    cartingShare bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint lr_line_item_lrLineId_invoiceLineId_unique unique (lrLineId, invoiceLineId),
    constraint lr_line_item_lrLineId_fk foreign key (lrLineId) references lr_line (id),
    constraint lr_line_item_lrId_fk foreign key (lrId) references lr (id),
    constraint lr_line_item_invoiceLineId_fk foreign key (invoiceLineId) references invoice_line (id)
  `, {
    lr_line_item_lrId: 'lrId',
    lr_line_item_invoiceLineId: 'invoiceLineId',
  })

  await addColumn(db, 'tracking_event', 'reason', `varchar(40)`)
  await addColumn(db, 'tracking_event', 'vehicleNo', `varchar(12){ci}`)
  await addColumn(db, 'tracking_event', 'moves', `tinyint(1) not null default 1`)
  await addColumn(db, 'tracking_event', 'confirmation', `varchar(40) not null default 'NOT_NEEDED'`)
  await addColumn(db, 'tracking_event', 'requestKey', `varchar(36){ci}`)
  await addColumn(db, 'tracking_event', 'voidedAt', `varchar(24)`)
  await addColumn(db, 'tracking_event', 'voidedById', `int constraint tracking_event_voidedById_fk references user (id)`)
  await addColumn(db, 'tracking_event', 'voidReason', `varchar(255){ci}`)
  await addColumn(db, 'tracking_event', 'voidNo', `bigint not null default 0`)


  await db('lr').update({ originalExpectedDate: db.ref('expectedDeliveryDate') })
}
