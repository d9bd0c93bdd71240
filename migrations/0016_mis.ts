import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'report_file', `
    id {id},
    report varchar(80){ci} not null,
    fileName varchar(120){ci} not null,
    format varchar(40) not null,
    requestedById int not null,
    status varchar(40) not null,
    rowsTotal bigint not null,
    rowsDone bigint not null,
    errorText varchar(255){ci},
    expiresAt varchar(24),
    cancelRequested tinyint(1) not null,
    asked mediumtext not null,
    rights varchar(64){ci},
    storageKey varchar(64){ci},
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint report_file_requestedById_fk foreign key (requestedById) references user (id)
  `, {
    report_file_status_lockedUntil: 'status, lockedUntil',
    report_file_requestedById: 'requestedById',
  })

  await createTable(db, 'report_schedule', `
    id {id},
    report varchar(80){ci} not null,
    name varchar(60){ci} not null,
    address varchar(3000){ci},
    ownerId int not null,
    frequency varchar(40) not null,
    dayNo bigint,
    readers mediumtext not null,
    nextOn varchar(10),
    endedWhy varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint report_schedule_ownerId_fk foreign key (ownerId) references user (id)
  `, {
    report_schedule_nextOn: 'nextOn',
    report_schedule_ownerId: 'ownerId',
  })

  await createTable(db, 'report_mailing', `
    id {id},
    scheduleId int not null,
    mailedOn varchar(10) not null,
    readers bigint not null,
    address varchar(3000){ci},
    rights varchar(64){ci} not null,
    rowCount bigint not null,
    kept mediumtext,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint report_mailing_scheduleId_mailedOn_unique unique (scheduleId, mailedOn),
    constraint report_mailing_scheduleId_fk foreign key (scheduleId) references report_schedule (id)
  `)

  await createTable(db, 'facts_counted', `
    version int not null primary key,
    isDone tinyint not null default 1,
    invoicesUpTo int not null default 0,
    ordersUpTo int not null default 0
  `)

  await createTable(db, 'order_event_fact', `
    id int not null primary key,
    orderId int not null,
    event varchar(9) not null,
    at varchar(24) not null,
    day varchar(10) not null,
    submittedAt varchar(24),
    customerId int not null,
    soldToId int not null,
    sbuId int not null,
    channelId int not null,
    placedById int not null,
    departmentId int not null,
    zoneId int,
    zoneAreaId int,
    customerSegmentId int,
    clusterCode varchar(10){ci},
    salesEmployeeId int
  `, {
    order_event_fact_at: 'at, event, sbuId, day, submittedAt',
    order_event_fact_customerId: 'customerId, at',
    order_event_fact_newest: 'at',
    order_event_fact_orderId: 'orderId',
    order_event_fact_salesEmployeeId: 'salesEmployeeId, at',
    order_event_fact_soldToId: 'soldToId, at',
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
    order_fact_customerId: 'customerId, day',
    order_fact_day: 'day, sbuId, dueDay, netValue, soldValue, openValue, cancelledValue, filledValue, baseUom, baseQty, baseInvoicedQty, baseOpenQty, baseCancelledQty',
    order_fact_isCancelled: 'isCancelled, day',
    order_fact_isOpen: 'isOpen, day, dueDay',
    order_fact_newest: 'day',
    order_fact_orderId: 'orderId',
    order_fact_productId: 'productId, day',
    order_fact_salesEmployeeId: 'salesEmployeeId, day',
    order_fact_soldToId: 'soldToId, day',
  })

  await createTable(db, 'outstanding_day', `
    id {id},
    day varchar(10) not null,
    constraint outstanding_day_day_unique unique (day)
  `)

  await createTable(db, 'outstanding_of_day', `
    id {id},
    dayId int not null,
    customerId int not null,
    sbuId int,
    documentType varchar(11) not null,
    isDisputed tinyint(1) not null,
    bucket varchar(9) not null,
    amount bigint not null,
    balance bigint not null,
    overdue bigint not null,
    items int not null,
    asOnDate varchar(10) not null,
    constraint outstanding_of_day_dayId_fk foreign key (dayId) references outstanding_day (id)
  `, {
    outstanding_of_day_dayId: 'dayId, customerId, sbuId',
  })

  await createTable(db, 'sale_fact', `
    id integer not null primary key,
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
    sale_fact_day: 'day, sbuId, value, qty, uom',
    sale_fact_endCustomerId: 'endCustomerId, sbuId, day, value, qty, uom',
    sale_fact_invoiceId: 'invoiceId',
    sale_fact_newest: 'day',
    sale_fact_orderLineId: 'orderLineId, day, value',
    sale_fact_productId: 'productId, day, kind, zoneId, plantId, sbuId, value, qty, uom, invoiceId',
    sale_fact_salesEmployeeId: 'salesEmployeeId, day, sbuId, value, qty, uom',
    sale_fact_soldToId: 'soldToId, day, sbuId, productId, value, qty, uom',
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
    deliveredOn varchar(10),
    firstConfirmedDate varchar(10)
  `, {
    schedule_fact_customerId: 'customerId, requestedDate',
    schedule_fact_newest: 'requestedDate',
    schedule_fact_onTime: 'requestedDate, qty, firstConfirmedDate, deliveredOn',
    schedule_fact_orderId: 'orderId',
    schedule_fact_productId: 'productId, requestedDate',
    schedule_fact_soldToId: 'soldToId, requestedDate',
  })
}
