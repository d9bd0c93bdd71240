import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'sap_delivery', `
    id {id},
    deliveryNo varchar(10){ci} not null,
    deliveryType varchar(4){ci},
    status varchar(40) not null,
    orderId int,
    soldToId int,
    shipToId int,
    plantId int not null,
    sbuId int not null,
    createdOn varchar(10) not null,
    plannedOn varchar(10),
    issuedOn varchar(10),
    lrNo varchar(35){ci},
    packages bigint,
    grossWeightKg bigint not null,
    isComplete tinyint(1) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_delivery_deliveryNo_unique unique (deliveryNo),
    constraint sap_delivery_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint sap_delivery_soldToId_fk foreign key (soldToId) references customer (id),
    constraint sap_delivery_shipToId_fk foreign key (shipToId) references ship_to (id),
    constraint sap_delivery_plantId_fk foreign key (plantId) references plant (id),
    constraint sap_delivery_sbuId_fk foreign key (sbuId) references sbu (id)
  `, {
    sap_delivery_orderId: 'orderId',
    sap_delivery_status_plantId: 'status, plantId',
    sap_delivery_soldToId_createdOn: 'soldToId, createdOn',
    sap_delivery_shipToId: 'shipToId',
    sap_delivery_sbuId_createdOn: 'sbuId, createdOn',
  })

  await createTable(db, 'sap_delivery_line', `
    id {id},
    deliveryId int not null,
    lineNo bigint not null,
    partOfLineNo bigint,
    orderId int,
    orderLineId int,
    productId int not null,
    soldToId int,
    plantId int not null,
    sbuId int not null,
    batchNo varchar(10){ci},
    expiryDate varchar(10),
    qty bigint not null,
    uom varchar(3){ci} not null,
    baseQty bigint not null,
    baseUom varchar(3){ci} not null,
    isOpen tinyint(1) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_delivery_line_deliveryId_lineNo_unique unique (deliveryId, lineNo),
    constraint sap_delivery_line_deliveryId_fk foreign key (deliveryId) references sap_delivery (id),
    constraint sap_delivery_line_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint sap_delivery_line_orderLineId_fk foreign key (orderLineId) references order_line (id),
    constraint sap_delivery_line_productId_fk foreign key (productId) references products (id),
    constraint sap_delivery_line_soldToId_fk foreign key (soldToId) references customer (id),
    constraint sap_delivery_line_plantId_fk foreign key (plantId) references plant (id),
    constraint sap_delivery_line_sbuId_fk foreign key (sbuId) references sbu (id)
  `, {
    sap_delivery_line_orderId: 'orderId',
    sap_delivery_line_orderLineId: 'orderLineId',
    sap_delivery_line_productId_isOpen_plantId: 'productId, isOpen, plantId',
  })
}
