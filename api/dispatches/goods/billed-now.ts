import type { Knex } from 'knex'
import { billedGoodsOnLrs } from '../../goods/billed-on-lrs.ts'

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
  const rows: Billing[] = await billedGoodsOnLrs(db)
    .whereIn('carried.id', [...lrLineIds])
    .whereNotNull('link.id')
    .distinct('carried.id as lrLineId', 'link.invoiceId', 'invoice.invoiceNo')
    .orderBy(['carried.id', 'link.invoiceId'])
  const byLine = Map.groupBy(rows, ({ lrLineId }) => lrLineId)
  return { ids: [...new Set(rows.map(({ invoiceId }) => invoiceId))], of: id => byLine.get(id) ?? [] }
}
