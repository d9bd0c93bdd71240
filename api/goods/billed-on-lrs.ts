import type { Knex } from 'knex'
import { billsNow } from './carried-invoices.ts'

/** What stands for the invoice of goods whose invoice is cancelled while SAP has not billed them again. */
export const BEING_CORRECTED = 'Invoice being corrected'

/**
 * The lines of LRs and their goods with the invoice that bills them now, or under which they were booked where none does:
 * tables `carried`, `goods`, `link`, `booked` and `invoice`, of which all but the first may be empty.
 */
export const billedGoodsOnLrs = (db: Knex): Knex.QueryBuilder =>
  db('lr_line as carried')
    .leftJoin('lr_line_item as item', 'item.lrLineId', 'carried.id')
    .leftJoin('sap_delivery_line as goods', 'goods.id', 'item.deliveryLineId')
    .leftJoin('invoice_line_goods as link', 'link.deliveryLineId', 'item.deliveryLineId')
    .leftJoin('invoice as booked', 'booked.id', 'carried.invoiceId')
    .joinRaw('left join invoice on invoice.id = coalesce(link.invoiceId, carried.invoiceId)')
    .where(of => of.whereNull('link.id').orWhere(now => billsNow(now, db, { link: 'link', line: 'carried' })))

/** SQL of the number of an invoice among `billedGoodsOnLrs`, or that it is being corrected; null without one. */
export const invoiceNoOrCorrected = (db: Knex): Knex.Raw =>
  db.raw('case when link.id is null and booked.isCancelled = 1 then ? else invoice.invoiceNo end', [BEING_CORRECTED])

/** The ids of the LRs with goods of invoices: of those that bill them now, and of those under which they were booked. */
export const lrsWithInvoice = (db: Knex, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder): Knex.QueryBuilder =>
  narrow(db('lr_line').join('invoice', 'invoice.id', 'lr_line.invoiceId'))
    .select('lr_line.lrId')
    .union(
      narrow(
        db('lr_line_item')
          .join('invoice_line_goods', 'invoice_line_goods.deliveryLineId', 'lr_line_item.deliveryLineId')
          .join('invoice', 'invoice.id', 'invoice_line_goods.invoiceId'),
      ).select('lr_line_item.lrId'),
    )

/** How the goods on an LR are called, each once: by their invoices, as being corrected, or by a delivery that is never billed. */
export async function documentsOnLr(db: Knex, lrId: number): Promise<string[]> {
  const rows: { no: string | null; deliveryNo: string | null; sigmaInvoiceNo: string | null }[] =
    await billedGoodsOnLrs(db)
      .leftJoin('sap_delivery', 'sap_delivery.id', 'carried.deliveryId')
      .where('carried.lrId', lrId)
      .orderBy(['carried.id', 'invoice.id'])
      .select('sap_delivery.deliveryNo', 'carried.sigmaInvoiceNo')
      .select(db.raw('? as ??', [invoiceNoOrCorrected(db), 'no']))
  const names = rows.map(({ no, deliveryNo, sigmaInvoiceNo }) => no ?? sigmaInvoiceNo ?? `Delivery ${deliveryNo}`)
  return [...new Set(names)]
}
