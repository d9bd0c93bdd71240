import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { dispatchStatusOf, isSent, type Travelled } from '../../../resources/dispatches/invoice-status.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateEach } from '../../derive/save/write.ts'
import { goodsMoved } from '../../goods/recount-goods.ts'
import { followGoods } from '../../orders/dispatch-order.ts'
import { ordersOfInvoices } from '../../orders/invoices-of-orders.ts'
import { now } from '../../platform/clock.ts'
import { goodsOfInvoices } from '../goods/sent-goods.ts'

/** The ids of the invoices of the goods on an LR: those that bill them now, and those under which they were booked. */
export async function invoicesOnLr(trx: Knex, lrId: number): Promise<number[]> {
  const booked: number[] = await trx('lr_line').where({ lrId }).whereNotNull('invoiceId').pluck('invoiceId')
  const billing: number[] = await trx('invoice_line_goods')
    .whereIn('deliveryLineId', trx('lr_line_item').where({ lrId }).select('deliveryLineId'))
    .pluck('invoiceId')
  return [...new Set([...booked, ...billing])].sort((a, b) => a - b)
}

const goodsOnLr = (trx: Knex, lrId: number): Promise<number[]> =>
  trx('lr_line_item').where({ lrId }).whereNotNull('deliveryLineId').pluck('deliveryLineId')

/** The ids of the orders with goods on an LR. */
export const ordersOnLr = async (trx: Knex, lrId: number): Promise<number[]> =>
  ordersOf(trx, await invoicesOnLr(trx, lrId), await goodsOnLr(trx, lrId))

async function ordersOf(trx: Knex, invoiceIds: readonly number[], deliveryLineIds: readonly number[]) {
  const billed = await ordersOfInvoices(trx, invoiceIds)
  const free: number[] = await trx('sap_delivery_line')
    .whereIn('id', [...deliveryLineIds])
    .whereNotNull('orderId')
    .pluck('orderId')
  return [...new Set([...billed.map(({ orderId }) => orderId), ...free])].sort((a, b) => a - b)
}

/** What a step says of the invoices that the desk settled. */
type Settlement = Partial<Pick<Invoice, 'settlementReason' | 'settlementNoteNo'>>

/** Goods that moved: by their lines on deliveries, and the invoices under which they were booked. */
export interface MovedGoods {
  invoiceIds: readonly number[]
  deliveryLineIds: readonly number[]
  /** The LR that was settled; only its invoices are. */
  lrId?: number
}

/** Brings the goods of an LR, their invoices and their orders where the LR is; `remark` names the reason, such as the LR. */
export async function followLr(
  trx: Knex,
  lrId: number,
  remark: string,
  author: Author,
  settlement: Settlement = {},
): Promise<void> {
  const moved = { invoiceIds: await invoicesOnLr(trx, lrId), deliveryLineIds: await goodsOnLr(trx, lrId), lrId }
  await followGoodsOf(trx, moved, remark, author, settlement)
}

/**
 * Has goods counted anew, and brings their invoices and orders where the LRs and collections that carry them are. An invoice
 * is settled once no part of it is still on its way and one of them was settled; `settlement` is what was said of it.
 */
export async function followGoodsOf(
  trx: Knex,
  { invoiceIds, deliveryLineIds, lrId }: MovedGoods,
  remark: string,
  author: Author,
  settlement: Settlement = {},
): Promise<void> {
  const linked: { invoiceId: number; deliveryLineId: number }[] = await trx('invoice_line_goods')
    .whereIn('deliveryLineId', [...deliveryLineIds])
    .orWhereIn('invoiceId', [...invoiceIds])
    .select('invoiceId', 'deliveryLineId')
  const goods = [...new Set([...deliveryLineIds, ...linked.map(one => one.deliveryLineId)])]
  await goodsMoved(trx, goods)
  const ids = [...new Set([...invoiceIds, ...linked.map(one => one.invoiceId)])]
  const invoices = await rowsOf(trx, invoice, rows => rows.whereIn('id', ids).orderBy('id'))
  const travels = await travelsOf(trx, invoices)
  const changed = invoices.flatMap(before => {
    const { billedQty, parts } = travels(before)
    // What bills no goods, such as a service, follows none.
    if (billedQty === 0) return []
    const dispatchStatus = dispatchStatusOf(billedQty, parts)
    const isSettled = parts.some(isSettledPart) && parts.filter(isSent).every(isSettledOrThere)
    const settledAt = isSettled ? (before.settledAt ?? now()) : null
    const concerns = lrId === undefined || parts.some(part => part.lrId === lrId)
    const said = isSettled || dispatchStatus === 'DELIVERED' ? (concerns ? settlement : {}) : nothingSettled
    const asked = { dispatchStatus, settledAt, ...said }
    const isSame = (Object.keys(asked) as (keyof typeof asked)[]).every(name => asked[name] === before[name])
    return isSame ? [] : [{ before, asked }]
  })
  await updateEach(trx, invoice, changed, author)
  for (const orderId of await ordersOf(trx, ids, goods)) await followGoods(trx, orderId, remark, author)
}

const nothingSettled: Settlement = { settlementReason: null, settlementNoteNo: null }

const isSettledPart = ({ outcome }: Travelled) => outcome === 'SETTLED'
const isSettledOrThere = (part: Travelled) =>
  part.status === 'DELIVERED' || part.status === 'COLLECTED' || isSettledPart(part)

type Part = Travelled & { lrId: number | null }

/** What invoices bill, and how far that is: valid ones by their goods, cancelled ones by what was booked under them. */
async function travelsOf(trx: Knex, invoices: readonly Invoice[]) {
  const { links, allotted } = await goodsOfInvoices(
    trx,
    invoices.map(({ id }) => id),
  )
  const booked: (Part & { invoiceId: number })[] = await trx('lr_line_item as item')
    .join('lr_line as line', 'line.id', 'item.lrLineId')
    .join('lr', 'lr.id', 'item.lrId')
    .whereIn(
      'line.invoiceId',
      invoices.filter(({ isCancelled }) => isCancelled).map(({ id }) => id),
    )
    .select('line.invoiceId', 'item.qty', 'item.lrId', 'line.outcome', 'lr.deliveryStatus as status')
  return ({ id, isCancelled }: Invoice): { billedQty: number; parts: Part[] } => {
    if (isCancelled) {
      const parts = booked.filter(({ invoiceId }) => invoiceId === id).map(part => ({ ...part, qty: Number(part.qty) }))
      return { billedQty: sum(parts.map(({ qty }) => qty)), parts }
    }
    const parts = allotted.filter(({ link }) => link.invoiceId === id)
    return {
      billedQty: sum(links.filter(({ invoiceId }) => invoiceId === id).map(({ qty }) => qty)),
      parts: parts.map(({ sent, qty }) => ({ qty, lrId: sent.lrId, outcome: sent.outcome, status: sent.status })),
    }
  }
}
