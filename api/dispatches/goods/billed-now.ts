import type { Knex } from 'knex'

/** What stands for the invoice of goods whose invoice is cancelled while SAP has not billed them again. */
export const BEING_CORRECTED = 'Invoice being corrected'

interface Billing {
  lrLineId: number
  invoiceId: number
  invoiceNo: string
}

/** The invoices that bill the goods of these lines of LRs now, line by line in the order of their ids. */
export async function billedNow(
  db: Knex,
  lrLineIds: readonly number[],
): Promise<{ ids: number[]; of(lrLineId: number): Billing[] }> {
  const rows: Billing[] = await db('lr_line_item as item')
    .join('lr_line as line', 'line.id', 'item.lrLineId')
    .join('invoice_line_goods as link', 'link.deliveryLineId', 'item.deliveryLineId')
    .join('invoice', 'invoice.id', 'link.invoiceId')
    .leftJoin('invoice as booked', 'booked.id', 'line.invoiceId')
    .whereIn('item.lrLineId', [...lrLineIds])
    .where('invoice.isCancelled', 0)
    // While the invoice under which goods were booked counts, others bill other goods of the delivery.
    .where(of =>
      of.where('line.invoiceId', db.ref('link.invoiceId')).orWhereNull('booked.id').orWhere('booked.isCancelled', 1),
    )
    .distinct('item.lrLineId', 'link.invoiceId', 'invoice.invoiceNo')
    .orderBy(['item.lrLineId', 'link.invoiceId'])
  const byLine = Map.groupBy(rows, ({ lrLineId }) => lrLineId)
  return { ids: [...new Set(rows.map(({ invoiceId }) => invoiceId))], of: id => byLine.get(id) ?? [] }
}
