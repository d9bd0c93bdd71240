import type { Knex } from 'knex'
import { addColumn, dropColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** E-way bills belong to the invoices on an LR, whose quantities are kept; states have their own thresholds. */
export async function up(db: Knex) {
  await addColumn(db, 'state', 'ewayThreshold', `bigint`)
  await addColumn(db, 'lr_line', 'ewayWarnedAt', `varchar(24)`)
  await db.raw(`
    insert into lr_line_item (lrLineId, lrId, invoiceLineId, qty, weightKg, freightShare, cartingShare, rowVersion, createdAt, createdById, updatedAt, updatedById)
    select lr_line.id, lr_line.lrId, invoice_line.id, invoice_line.qty, invoice_line.grossWeightKg, 0, 0, 1, lr_line.createdAt, lr_line.createdById, lr_line.updatedAt, lr_line.updatedById
    from lr_line join invoice_line on invoice_line.invoiceId = lr_line.invoiceId
    where not exists (select 1 from lr_line_item known where known.lrLineId = lr_line.id)`)
  if (await db.schema.hasColumn('lr', 'ewayBillNo')) {
    const ofLr = db('lr').where('lr.id', db.ref('lr_line.lrId')).select('lr.ewayBillNo')
    await db('lr_line').whereNull('ewayBillNo').update({ ewayBillNo: ofLr })
  }
  await dropColumn(db, 'lr', 'ewayBillNo')
}
