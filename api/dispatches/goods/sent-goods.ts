import type { Knex } from 'knex'
import {
  type Allotted,
  allotSent,
  type BilledLink,
  type SentGoods,
} from '../../../resources/dispatches/goods/allot-sent.ts'
import type { Travelled } from '../../../resources/dispatches/invoice-status.ts'

/** Goods of a delivery on an LR or with a collection, in thousandths, and how far these are. */
export interface Carried extends SentGoods, Travelled {
  weightKg: number
  /** Null with a collection. */
  lrId: number | null
  lrLineId: number | null
}

/** What a valid invoice bills of goods, with the delivery that these are of and its unit. */
export interface LinkedGoods extends BilledLink {
  invoiceLineId: number
  deliveryId: number
  uom: string
  batchNo: string | null
}

type Ids = readonly number[] | Knex.QueryBuilder

/** The goods of these lines of deliveries that have left or are ready to be collected; `exceptLr` leaves out one LR. */
export async function goodsSent(db: Knex, deliveryLineIds: Ids, exceptLr = 0): Promise<Carried[]> {
  const onLrs: Carried[] = await db('lr_line_item as item')
    .join('lr_line as line', 'line.id', 'item.lrLineId')
    .join('lr', 'lr.id', 'item.lrId')
    .whereIn('item.deliveryLineId', deliveryLineIds as number[])
    .whereNot('item.lrId', exceptLr)
    .whereNot('lr.deliveryStatus', 'CANCELLED')
    .whereNot('line.outcome', 'SENT_AGAIN')
    .orderBy('item.id')
    .select('item.deliveryLineId', 'line.invoiceId', 'item.qty', 'item.weightKg', 'item.lrId', 'item.lrLineId')
    .select('lr.deliveryStatus as status', 'line.outcome')
  const collected: Carried[] = await db('pwc_collection_item as item')
    .join('pwc_collection as pass', 'pass.id', 'item.collectionId')
    .whereIn('item.deliveryLineId', deliveryLineIds as number[])
    .whereIn('pass.status', ['READY', 'COLLECTED'])
    .orderBy('item.id')
    .select('item.deliveryLineId', 'pass.invoiceId', 'item.qty', db.raw('0 as ??', ['weightKg']))
    .select(db.raw('null as ??', ['lrId']), db.raw('null as ??', ['lrLineId']), db.raw("'NONE' as ??", ['outcome']))
    .select(
      db.raw("case when ?? = 'READY' then 'PWC_READY' else ?? end as ??", ['pass.status', 'pass.status', 'status']),
    )
  return [...onLrs, ...collected].map(one => ({ ...one, qty: Number(one.qty), weightKg: Number(one.weightKg) }))
}

/** The goods that valid invoices bill, and what of them has left. */
export interface GoodsOfInvoices {
  links: LinkedGoods[]
  allotted: Allotted<Carried, LinkedGoods>[]
}

/** The goods of these invoices as far as they are valid, and what of them has left; `exceptLr` is an LR that does not count. */
export async function goodsOfInvoices(db: Knex, invoiceIds: Ids, exceptLr = 0): Promise<GoodsOfInvoices> {
  const goods = () =>
    db('invoice_line_goods')
      .whereIn('invoiceId', invoiceIds as number[])
      .select('deliveryLineId')
  const links: LinkedGoods[] = await db('invoice_line_goods as link')
    .join('invoice', 'invoice.id', 'link.invoiceId')
    .join('sap_delivery_line as goods', 'goods.id', 'link.deliveryLineId')
    .whereIn('link.deliveryLineId', goods())
    .where('invoice.isCancelled', 0)
    .orderBy('link.id')
    .select('link.id', 'link.invoiceId', 'link.invoiceLineId', 'link.deliveryLineId', 'link.qty')
    .select('goods.deliveryId', 'goods.uom', 'goods.batchNo')
  const whole = links.map(link => ({ ...link, qty: Number(link.qty) }))
  return { links: whole, allotted: allotSent(whole, await goodsSent(db, goods(), exceptLr)) }
}
