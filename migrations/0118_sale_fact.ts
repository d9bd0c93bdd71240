import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'invoice', 'cancelledOn', `varchar(10)`)

  await addColumn(db, 'invoice', 'cancellationDoc', `varchar(10){ci}`)

  await addColumn(db, 'invoice', 'salesEmployeeId', `int constraint invoice_salesEmployeeId_fk references employee (id)`)

  await addColumn(db, 'invoice', 'zoneId', `int constraint invoice_zoneId_fk references zone (id)`)

  await addColumn(db, 'invoice', 'zoneAreaId', `int constraint invoice_zoneAreaId_fk references zone_area (id)`)

  await addColumn(db, 'invoice', 'customerSegmentId', `int constraint invoice_customerSegmentId_fk references customer_segment (id)`)

  await addColumn(db, 'invoice', 'clusterCode', `varchar(10){ci}`)

  // Derived from invoices and narrow, so that reports read indexes alone: no version, no author, no history.
  await createTable(db, 'sale_fact', `
    id {id},
    invoiceId int not null,
    invoiceLineId int not null,
    kind varchar(12) not null,
    day varchar(10) not null,
    soldToId int not null,
    endCustomerId int,
    sbuId int not null,
    productId int not null,
    plantId int not null,
    zoneId int,
    zoneAreaId int,
    customerSegmentId int,
    clusterCode varchar(10){ci},
    salesEmployeeId int,
    value bigint not null,
    qty bigint not null,
    uom varchar(3){ci} not null,
    constraint sale_fact_invoiceLineId_kind_unique unique (invoiceLineId, kind)
  `, {
    sale_fact_invoiceId: 'invoiceId',
    sale_fact_day: 'day, sbuId, value, qty, uom',
    sale_fact_soldToId: 'soldToId, day, sbuId, productId, value, qty, uom',
    sale_fact_endCustomerId: 'endCustomerId, sbuId, day, value, qty, uom',
    sale_fact_salesEmployeeId: 'salesEmployeeId, day, sbuId, value, qty, uom',
    sale_fact_productId: 'productId, zoneId, day, sbuId, value, qty, uom',
  })
}
