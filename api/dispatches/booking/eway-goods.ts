import type { Knex } from 'knex'
import { invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import type { LrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { ewayValueOf } from '../../../resources/dispatches/parts.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { goodsOfInvoices } from '../goods/sent-goods.ts'
import { billedGoods } from './goods-for-lr.ts'
import { exemptProducts } from './invoices-to-dispatch.ts'

/** What an e-way bill counts of the goods of a line, in paise, and whether all of them are drugs. */
export interface EwayGoods {
  value: number
  areDrugs: boolean
}

/** What e-way bills count of each of these lines of LRs, whatever their number by as many queries. */
export async function ewayGoodsOf(
  db: Knex,
  lines: readonly Pick<LrLine, 'id' | 'invoiceValue'>[],
): Promise<Map<number, EwayGoods>> {
  const items = await rowsOf(db, lrLineItem, rows =>
    rows.whereIn(
      'lrLineId',
      lines.map(({ id }) => id),
    ),
  )
  const goodsIds = [...new Set(items.map(({ deliveryLineId }) => deliveryLineId))]
  const invoiceIds = db('invoice_line_goods').whereIn('deliveryLineId', goodsIds).select('invoiceId')
  const { links } = await goodsOfInvoices(db, invoiceIds)
  const billing = await rowsOf(db, invoiceLine, rows =>
    rows.whereIn(
      'id',
      links.map(({ invoiceLineId }) => invoiceLineId),
    ),
  )
  const billed = billedGoods(billing, links, await exemptProducts(db, billing))
  const others = new Set(
    await db('sap_delivery_line')
      .join('products', 'products.id', 'sap_delivery_line.productId')
      .whereIn('sap_delivery_line.id', goodsIds)
      .where('isDrug', 0)
      .pluck('sap_delivery_line.id'),
  )
  const invoiceOf = new Map(billing.map(line => [line.id, line.invoiceId]))
  const invoicesOf = ({ billed: by }: (typeof billed)[number]) => by.map(one => invoiceOf.get(one.invoiceLineId))
  const itemsOf = Map.groupBy(items, ({ lrLineId }) => lrLineId)
  return new Map(
    lines.map(({ id, invoiceValue }) => {
      const sent = (itemsOf.get(id) ?? []).map(({ deliveryLineId: goodsId, qty }) => ({ goodsId, qty }))
      const ids = new Set(sent.map(({ goodsId }) => goodsId))
      const bills = new Set(billed.filter(one => ids.has(one.id)).flatMap(invoicesOf))
      // Whether an invoice is mixed is said by all its goods, whatever part of them goes.
      const own = billed.filter(one => invoicesOf(one).some(bill => bills.has(bill)))
      return [
        id,
        {
          value: ewayValueOf(own, sent, invoiceValue),
          areDrugs: sent.length > 0 && sent.every(one => !others.has(one.goodsId)),
        },
      ]
    }),
  )
}
