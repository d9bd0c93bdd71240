import type { Knex } from 'knex'
import { createIndex, ddl, dropIndex } from './ddl.ts'

export { down } from './ddl.ts'

/** Databases that ran 0108, 0150 and 0151 as these were brought get what the files were changed to afterwards. */
export async function up(db: Knex) {
  if (await db.schema.hasColumn('complaint', 'creditNoteNo'))
    await ddl(db, 'alter table complaint rename column creditNoteNo to settlementNoteNo')
  await createIndex(db, 'order_line', 'order_line_productId_lineStatus_plantId', 'productId, lineStatus, plantId')
  await dropIndex(db, 'order_line', 'order_line_productId_lineStatus')
  await createIndex(db, 'invoice', 'invoice_cancelledOn', 'cancelledOn')
  await dropIndex(db, 'invoice', 'invoice_isCancelled_cancelledOn')
  await createIndex(
    db,
    'lr_line_item',
    'lr_line_item_lrId_invoiceLineId_qty_weightKg_freightShare_ca',
    'lrId, invoiceLineId, qty, weightKg, freightShare, cartingShare',
  )
  await dropIndex(db, 'lr_line_item', 'lr_line_item_lrId')
  await createIndex(db, 'order_event_fact', 'order_event_fact_newest', 'at')
}
