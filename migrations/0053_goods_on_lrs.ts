import type { Knex } from 'knex'
import { addColumn, createIndex, dropReference } from './ddl.ts'

export { down } from './ddl.ts'

const stamps = `
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int`

/** What travels on LRs, and later carting of it, is named by the goods of deliveries alone, no more by lines of invoices. */
export async function up(db: Knex) {
  if (await db.schema.hasTable('freight_adjustment')) {
    await addColumn(db, 'freight_adjustment', 'deliveryLineId', `int constraint freight_adjustment_deliveryLineId_fk references sap_delivery_line (id)`)
    if (await db.schema.hasColumn('freight_adjustment', 'invoiceLineId')) {
      const goods = db('invoice_line_goods as link').whereRaw('link.invoiceLineId = freight_adjustment.invoiceLineId').min('link.deliveryLineId')
      const travelling = db('lr_line_item as item')
        .whereRaw('item.lrId = freight_adjustment.lrId and item.invoiceLineId = freight_adjustment.invoiceLineId')
        .min('item.deliveryLineId')
      const known = (await db.schema.hasColumn('lr_line_item', 'invoiceLineId')) ? db.raw('coalesce((?), (?))', [travelling, goods]) : db.raw('(?)', [goods])
      await db('freight_adjustment').whereNull('deliveryLineId').update({ deliveryLineId: known })
    }
  }
  await dropReference(db, 'freight_adjustment', 'invoiceLineId', {
    gone: ['freight_adjustment_invoiceLineId'],
    columns: `
    id {id},
    cartingChargeId int not null,
    lrId int not null,
    lrLineId int not null,
    deliveryLineId int,
    adjustedOn varchar(10) not null,
    amount bigint not null,${stamps},
    constraint freight_adjustment_cartingChargeId_fk foreign key (cartingChargeId) references carting_charge (id),
    constraint freight_adjustment_lrId_fk foreign key (lrId) references lr (id),
    constraint freight_adjustment_lrLineId_fk foreign key (lrLineId) references lr_line (id),
    constraint freight_adjustment_deliveryLineId_fk foreign key (deliveryLineId) references sap_delivery_line (id)`,
  })
  await createIndex(db, 'freight_adjustment', 'freight_adjustment_lrId', 'lrId')
  await createIndex(db, 'freight_adjustment', 'freight_adjustment_lrLineId', 'lrLineId')
  await createIndex(db, 'freight_adjustment', 'freight_adjustment_deliveryLineId', 'deliveryLineId')
  await createIndex(db, 'freight_adjustment', 'freight_adjustment_adjustedOn', 'adjustedOn')
  await createIndex(db, 'freight_adjustment', 'freight_adjustment_cartingChargeId', 'cartingChargeId')

  await dropReference(db, 'lr_line_item', 'invoiceLineId', {
    unique: ['lr_line_item_lrLineId_deliveryLineId_unique', 'lrLineId, deliveryLineId'],
    gone: [
      'lr_line_item_lrLineId_invoiceLineId_unique',
      'lr_line_item_lrId_invoiceLineId_qty_weightKg_freightShare_ca',
      'lr_line_item_invoiceLineId',
    ],
    columns: `
    id {id},
    lrLineId int not null,
    lrId int not null,
    deliveryLineId int not null,
    qty bigint not null,
    weightKg bigint not null,
    freightShare bigint not null,
    cartingShare bigint not null,${stamps},
    constraint lr_line_item_lrLineId_deliveryLineId_unique unique (lrLineId, deliveryLineId),
    constraint lr_line_item_lrLineId_fk foreign key (lrLineId) references lr_line (id),
    constraint lr_line_item_lrId_fk foreign key (lrId) references lr (id),
    constraint lr_line_item_deliveryLineId_fk foreign key (deliveryLineId) references sap_delivery_line (id)`,
  })
  if (db.client.driverName === 'mysql2') await db.raw('alter table `lr_line_item` modify column `deliveryLineId` int not null')
  await createIndex(
    db,
    'lr_line_item',
    'lr_line_item_lrId_deliveryLineId_qty_weightKg_freightShare_c',
    'lrId, deliveryLineId, qty, weightKg, freightShare, cartingShare',
  )
  await createIndex(db, 'lr_line_item', 'lr_line_item_deliveryLineId', 'deliveryLineId')
}
