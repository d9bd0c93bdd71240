import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'order', 'salesEmployeeId', `int constraint order_salesEmployeeId_fk references employee (id)`)

  await addColumn(db, 'order', 'zoneId', `int constraint order_zoneId_fk references zone (id)`)

  await addColumn(db, 'order', 'zoneAreaId', `int constraint order_zoneAreaId_fk references zone_area (id)`)

  await addColumn(db, 'order', 'customerSegmentId', `int constraint order_customerSegmentId_fk references customer_segment (id)`)

  await addColumn(db, 'order', 'clusterCode', `varchar(10){ci}`)

  // Derived from orders and narrow, so that reports read indexes alone: no version, no author, no history.
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
    listValue bigint not null,
    netValue bigint not null,
    grossValue bigint not null,
    discountValue bigint not null,
    defaultDiscount bigint not null,
    promoDiscount bigint not null,
    manualDiscount bigint not null,
    cancelledValue bigint not null,
    invoicedValue bigint not null,
    filledValue bigint not null,
    constraint order_fact_orderLineId_unique unique (orderLineId)
  `, {
    order_fact_orderId: 'orderId',
    order_fact_day: 'day, sbuId, dueDay, netValue, grossValue, cancelledValue, invoicedValue, filledValue',
    order_fact_customerId: 'customerId, day, sbuId, netValue, cancelledValue, invoicedValue, filledValue',
    order_fact_soldToId: 'soldToId, day, sbuId, netValue, cancelledValue, invoicedValue, filledValue',
    order_fact_productId: 'productId, zoneId, day, sbuId, uom, qty, netValue, cancelledValue, invoicedValue, filledValue',
    order_fact_salesEmployeeId: 'salesEmployeeId, day, sbuId, netValue, cancelledValue, invoicedValue, filledValue',
  })
}
