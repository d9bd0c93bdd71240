import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

/**
 * The facts of sales and of orders get ids that follow from their lines and all that the reports of orders show, and
 * deliveries get facts of their own. Facts are derived: the start of the portal counts them anew, and says so here.
 */
export async function up(db: Knex) {
  await createTable(db, 'facts_counted', 'version int not null primary key')
  for (const table of ['sale_fact', 'order_fact']) await db.schema.dropTableIfExists(table)

  await createTable(db, 'sale_fact', `
    id {id},
    invoiceId int not null,
    invoiceLineId int not null,
    orderLineId int,
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
    uom varchar(3){ci} not null
  `, {
    sale_fact_invoiceId: 'invoiceId',
    sale_fact_orderLineId: 'orderLineId, day, value',
    sale_fact_newest: 'day',
    sale_fact_day: 'day, sbuId, value, qty, uom',
    sale_fact_soldToId: 'soldToId, day, sbuId, productId, value, qty, uom',
    sale_fact_endCustomerId: 'endCustomerId, sbuId, day, value, qty, uom',
    sale_fact_salesEmployeeId: 'salesEmployeeId, day, sbuId, value, qty, uom',
    sale_fact_productId: 'productId, zoneId, day, sbuId, value, qty, uom',
  })

  await createTable(db, 'order_fact', `
    id {id},
    orderId int not null,
    orderLineId int not null,
    day varchar(10) not null,
    dueDay varchar(10) not null,
    customerId int not null,
    soldToId int not null,
    sbuId int not null,
    channelId int not null,
    placedById int not null,
    departmentId int not null,
    productId int not null,
    plantId int,
    zoneId int,
    zoneAreaId int,
    customerSegmentId int,
    clusterCode varchar(10){ci},
    salesEmployeeId int,
    priceKind varchar(6) not null,
    uom varchar(3){ci} not null,
    qty bigint not null,
    cancelledQty bigint not null,
    invoicedQty bigint not null,
    openQty bigint not null,
    isCancelled tinyint not null,
    isOpen tinyint not null,
    baseUom varchar(3){ci} not null,
    baseQty bigint not null,
    baseCancelledQty bigint not null,
    baseInvoicedQty bigint not null,
    baseOpenQty bigint not null,
    listValue bigint not null,
    netValue bigint not null,
    discountValue bigint not null,
    defaultDiscount bigint not null,
    promoDiscount bigint not null,
    manualDiscount bigint not null,
    cancelledValue bigint not null,
    filledValue bigint not null,
    openValue bigint not null,
    soldValue bigint not null
  `, {
    order_fact_orderId: 'orderId',
    order_fact_newest: 'day',
    // Whole, so that the sums of a year are read from the index alone.
    order_fact_day:
      'day, sbuId, dueDay, netValue, soldValue, openValue, cancelledValue, filledValue, baseUom, baseQty, baseInvoicedQty, baseOpenQty, baseCancelledQty',
    order_fact_isCancelled: 'isCancelled, day',
    order_fact_isOpen: 'isOpen, day, dueDay',
    order_fact_customerId: 'customerId, day',
    order_fact_soldToId: 'soldToId, day',
    order_fact_productId: 'productId, day',
    order_fact_salesEmployeeId: 'salesEmployeeId, day',
  })

  await createTable(db, 'schedule_fact', `
    id int not null primary key,
    orderId int not null,
    orderLineId int not null,
    requestedDate varchar(10) not null,
    confirmedDate varchar(10),
    customerId int not null,
    soldToId int not null,
    sbuId int not null,
    channelId int not null,
    placedById int not null,
    departmentId int not null,
    productId int not null,
    plantId int,
    uom varchar(3){ci} not null,
    qty bigint not null,
    deliveredQty bigint not null,
    deliveredOn varchar(10)
  `, {
    schedule_fact_orderId: 'orderId',
    schedule_fact_newest: 'requestedDate',
    schedule_fact_requestedDate: 'requestedDate, qty, confirmedDate, deliveredOn',
    schedule_fact_customerId: 'customerId, requestedDate',
    schedule_fact_soldToId: 'soldToId, requestedDate',
    schedule_fact_productId: 'productId, requestedDate',
  })
}
