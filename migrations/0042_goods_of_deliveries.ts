import type { Knex } from 'knex'
import { addColumn, createIndex, createTable, createUniqueIndex, dropColumn, replaceUnique } from './ddl.ts'

export { down } from './ddl.ts'

/** Goods hang on deliveries: their quantities, the lines of invoices that bill them, and the LRs, collections and PODs that carry them. */
export async function up(db: Knex) {
  await addColumn(db, 'invoice_line', 'refDoc', `varchar(10){ci}`)
  await addColumn(db, 'invoice_line', 'refItem', `varchar(6){ci}`)
  await addColumn(db, 'invoice_line', 'refCategory', `varchar(4){ci}`)
  await addColumn(db, 'invoice_line', 'suppliedAs', `varchar(40) not null default 'GOODS'`)
  await addColumn(db, 'invoice', 'cancelSeenOn', `varchar(10)`)
  await addColumn(db, 'invoice', 'deskTask', `varchar(255)`)
  await addColumn(db, 'sap_delivery', 'category', `varchar(40) not null default 'J'`)
  await addColumn(db, 'sap_delivery', 'origin', `varchar(40) not null default 'SAP'`)
  await addColumn(db, 'sap_delivery', 'salesOrg', `varchar(4){ci}`)
  // What was one column for batches and kits is told apart by the next reading.
  await dropColumn(db, 'sap_delivery_line', 'partOfLineNo')
  await addColumn(db, 'sap_delivery_line', 'splitOfLineNo', `bigint`)
  await addColumn(db, 'sap_delivery_line', 'kitOfLineNo', `bigint`)
  await addColumn(db, 'sap_delivery_line', 'countsAs', `varchar(40) not null default 'GOODS'`)
  await addColumn(db, 'sap_delivery_line', 'refDoc', `varchar(10){ci}`)
  await addColumn(db, 'sap_delivery_line', 'refItem', `varchar(6){ci}`)
  await addColumn(db, 'sap_delivery_line', 'refCategory', `varchar(40)`)
  await addColumn(db, 'sap_delivery_line', 'goodsIssue', `varchar(40) not null default 'OPEN'`)
  await addColumn(db, 'sap_delivery_line', 'isBillable', `tinyint(1) not null default 1`)
  await addColumn(db, 'sap_delivery_line', 'grossWeightKg', `bigint not null default 0`)
  await addColumn(db, 'sap_delivery_line', 'billedQty', `bigint not null default 0`)
  await addColumn(db, 'sap_delivery_line', 'leftQty', `bigint not null default 0`)
  await addColumn(db, 'sap_delivery_line', 'arrivedQty', `bigint not null default 0`)
  await addColumn(db, 'sap_delivery_line', 'shortQty', `bigint not null default 0`)
  await addColumn(db, 'sap_delivery_line', 'damagedQty', `bigint not null default 0`)
  await addColumn(db, 'sap_delivery_line', 'lostQty', `bigint not null default 0`)
  await addColumn(db, 'sap_delivery_line', 'returnedQty', `bigint not null default 0`)

  await createTable(db, 'invoice_line_goods', `
    id {id},
    invoiceLineId int not null,
    invoiceId int not null,
    deliveryLineId int not null,
    qty bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint invoice_line_goods_invoiceLineId_deliveryLineId_unique unique (invoiceLineId, deliveryLineId),
    constraint invoice_line_goods_invoiceLineId_fk foreign key (invoiceLineId) references invoice_line (id),
    constraint invoice_line_goods_invoiceId_fk foreign key (invoiceId) references invoice (id),
    constraint invoice_line_goods_deliveryLineId_fk foreign key (deliveryLineId) references sap_delivery_line (id)
  `, {
    invoice_line_goods_deliveryLineId: 'deliveryLineId',
    invoice_line_goods_invoiceId: 'invoiceId',
  })

  await createTable(db, 'pwc_collection_item', `
    id {id},
    collectionId int not null,
    deliveryLineId int not null,
    soldToId int not null,
    plantId int not null,
    sbuId int not null,
    qty bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint pwc_collection_item_collectionId_deliveryLineId_unique unique (collectionId, deliveryLineId),
    constraint pwc_collection_item_collectionId_fk foreign key (collectionId) references pwc_collection (id),
    constraint pwc_collection_item_deliveryLineId_fk foreign key (deliveryLineId) references sap_delivery_line (id),
    constraint pwc_collection_item_soldToId_fk foreign key (soldToId) references customer (id),
    constraint pwc_collection_item_plantId_fk foreign key (plantId) references plant (id),
    constraint pwc_collection_item_sbuId_fk foreign key (sbuId) references sbu (id)
  `, {
    pwc_collection_item_deliveryLineId: 'deliveryLineId',
  })
  // A process that ended while the table was made anew left it under its other name.
  if (await db.schema.hasTable('lr_line')) {
    await addColumn(db, 'lr_line', 'deliveryId', `int constraint lr_line_deliveryId_fk references sap_delivery (id)`)
    await addColumn(db, 'lr_line', 'ewayDocNo', `varchar(16){ci}`)
  }
  await replaceUnique(
    db,
    'lr_line',
    ['lr_line_lrId_invoiceId_sigmaInvoiceNo_unique', 'lrId, invoiceId, sigmaInvoiceNo'],
    ['lr_line_lrId_deliveryId_invoiceId_sigmaInvoiceNo_unique', 'lrId, deliveryId, invoiceId, sigmaInvoiceNo'],
  )
  await createIndex(db, 'lr_line', 'lr_line_deliveryId', 'deliveryId')
  await createIndex(db, 'lr_line', 'lr_line_invoiceId', 'invoiceId')
  await createIndex(db, 'lr_line', 'lr_line_ewayBillNo', 'ewayBillNo')
  await createIndex(db, 'lr_line', 'lr_line_ewayValidTo', 'ewayValidTo')
  await createIndex(db, 'lr_line', 'lr_line_sigmaCustomerId', 'sigmaCustomerId')
  await createUniqueIndex(db, 'lr_line', 'lr_line_ewayHeld_unique', 'ewayHeld')

  await addColumn(db, 'lr_line_item', 'deliveryLineId', `int constraint lr_line_item_deliveryLineId_fk references sap_delivery_line (id)`)
  await createIndex(db, 'lr_line_item', 'lr_line_item_deliveryLineId', 'deliveryLineId')

  await createTable(db, 'pod_line', `
    id {id},
    podId int not null,
    lrId int not null,
    lrLineItemId int not null,
    receivedQty bigint not null,
    shortQty bigint not null,
    damagedQty bigint not null,
    isEstimated tinyint(1) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint pod_line_podId_lrLineItemId_unique unique (podId, lrLineItemId),
    constraint pod_line_podId_fk foreign key (podId) references pod (id),
    constraint pod_line_lrId_fk foreign key (lrId) references lr (id),
    constraint pod_line_lrLineItemId_fk foreign key (lrLineItemId) references lr_line_item (id)
  `, {
    pod_line_lrId: 'lrId',
    pod_line_lrLineItemId: 'lrLineItemId',
  })
}
