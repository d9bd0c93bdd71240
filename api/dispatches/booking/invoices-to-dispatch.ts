import type { Knex } from 'knex'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { remainingQty } from '../../../resources/dispatches/parts.ts'
import { type Order, order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { countsInTotals } from '../../../resources/orders/totals.ts'
import type { Call } from '../../derive/call.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { invoicesOfOrders, ordersOfInvoices } from '../../orders/invoices-of-orders.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { goodsOfInvoices } from '../goods/sent-goods.ts'
import { billedGoods, type ForLr, sentOfInvoice } from './goods-for-lr.ts'
import { lrsHolding } from './lrs-holding.ts'

/**
 * The chosen invoices, each with its place among the lines of the LR. Throws 400 when one is not in the person's plants (or does not exist), 409
 * when all of one has left already. `ofLr` is an LR that holds them itself and is being corrected.
 */
export async function readInvoicesForLr(
  db: Knex,
  asked: readonly { id: number; place: number }[],
  { person }: Call,
  ofLr?: number,
): Promise<ForLr[]> {
  const ids = asked.map(({ id }) => id)
  const invoices = await rowsOf(db, invoice, rows => {
    const chosenRows = rows.whereIn('invoice.id', [...ids])
    return person ? restrict(chosenRows, db, invoice, person, 'create') : chosenRows
  })
  const readableIds = new Set(invoices.map(({ id }) => id))
  const missing = asked.find(({ id }) => !readableIds.has(id))
  if (missing)
    throw invalidField(
      `lines[${missing.place}].invoiceId`,
      'UNKNOWN_REF',
      'Invoice is not one of your plants: choose from the list',
    )
  const chosen = await describeInvoices(
    db,
    ids.map(id => invoices.find(row => row.id === id)!),
    ofLr,
  )
  const collected = chosen.find(one => isPartyCollecting(one))
  if (collected) throw collectedByParty(collected.invoice!)
  const taken = chosen.filter(one => !isWaiting(one, ofLr !== undefined))
  if (taken.length > 0) throw await invoicesTaken(db, taken, person)
  return chosen
}

/** Whether something of an invoice has still to leave, or is on the LR that is being corrected. */
function isWaiting({ head, goods, sent }: ForLr, isCorrected: boolean): boolean {
  // What bills no goods is refused with its own reason.
  const hasGoods = goods.length === 0 || remainingQty(goods, sent).size > 0
  if (head.dispatchStatus === 'PENDING' || head.dispatchStatus === 'PARTIAL') return hasGoods
  return isCorrected && head.dispatchStatus === 'ON_LR' && hasGoods
}

/** The invoices with all that the rules of an LR need; `ofLr` is an LR whose own goods do not count as sent. */
export async function describeInvoices(db: Knex, invoices: Invoice[], ofLr?: number): Promise<ForLr[]> {
  const ids = invoices.map(({ id }) => id)
  const lines = await rowsOf(db, invoiceLine, rows => rows.whereIn('invoiceId', ids).orderBy(['invoiceId', 'lineNo']))
  const { links, allotted } = await goodsOfInvoices(db, ids, ofLr)
  const linksOf = Map.groupBy(links, ({ invoiceId }) => invoiceId)
  const sentOf = Map.groupBy(allotted, ({ link }) => link.invoiceId)
  const lrLines = await lrLinesOf(
    db,
    allotted.flatMap(({ sent }) => sent.lrLineId ?? []),
  )
  const addressIds = [...new Set(invoices.flatMap(row => row.shipToId ?? []))]
  const addresses = await rowsOf(db, shipTo, rows => rows.whereIn('id', addressIds))
  const billed = await ordersOfInvoices(db, ids)
  const orderIds = [...new Set(billed.map(({ orderId }) => orderId))]
  const orders = await rowsOf(db, order, rows => rows.whereIn('id', orderIds))
  const incomplete = await incompleteOrders(db, orders, ids)
  const exempt = await exemptProducts(db, lines)
  const linesOf = Map.groupBy(lines, ({ invoiceId }) => invoiceId)
  return invoices.map(row => {
    const address = addresses.find(({ id }) => id === row.shipToId) ?? null
    const ownIds = billed.filter(({ invoiceId }) => invoiceId === row.id).map(({ orderId }) => orderId)
    const ownOrders = orders.filter(({ id }) => ownIds.includes(id))
    const held = ownOrders.find(({ id }) => incomplete.has(id))
    const goods = billedGoods(linesOf.get(row.id) ?? [], linksOf.get(row.id) ?? [], exempt)
    return {
      invoice: row,
      delivery: null,
      head: row,
      goods,
      sent: sentOfInvoice(row, goods, sentOf.get(row.id) ?? [], lrLines),
      shipTo: address,
      order: ownOrders[0] ?? null,
      orderIds: ownIds,
      asRules: {
        ...row,
        hasGoods: goods.length > 0,
        freightTerms: ownOrders[0]?.freightTerms ?? null,
        shipTo: address,
        incomplete: held ? { orderNo: held.orderNo } : null,
      },
    }
  })
}

/** These lines of LRs by their id, each with the quantity of all its goods. */
async function lrLinesOf(db: Knex, ids: readonly number[]): Promise<Map<number, LrLine & { qty: number }>> {
  const lines = await rowsOf(db, lrLine, rows => rows.whereIn('id', [...new Set(ids)]))
  const sums: { lrLineId: number; qty: number }[] = await db('lr_line_item')
    .whereIn(
      'lrLineId',
      lines.map(({ id }) => id),
    )
    .groupBy('lrLineId')
    .select('lrLineId')
    .sum({ qty: 'qty' })
  const qtyOf = new Map(sums.map(({ lrLineId, qty }) => [lrLineId, Number(qty)]))
  return new Map(lines.map(line => [line.id, { ...line, qty: qtyOf.get(line.id) ?? 0 }]))
}

/** The products of lines that are supplied without tax by law. */
export const exemptProducts = async (
  db: Knex,
  lines: readonly Pick<InvoiceLine, 'productId'>[],
): Promise<Set<number>> =>
  new Set(
    await db('products')
      .whereIn('id', [...new Set(lines.map(({ productId }) => productId))])
      .where('gstRate', 0)
      .pluck('id'),
  )

/** Whether the party fetches the goods of an invoice, which then go on no LR. */
export const isPartyCollecting = ({ head, order: of }: Pick<ForLr, 'head' | 'order'>): boolean =>
  (head.transMode ?? of?.transMode) === 'PWC'

const collectedByParty = ({ id, invoiceNo }: Invoice) =>
  conflict(
    'PARTY_COLLECTS',
    `The party collects the goods of invoice ${invoiceNo}: leave it out, or have it sent under Party Will Collect`,
    { invoiceIds: [id] },
    'lines',
  )

/** Says of each where it went, so that the desk knows whom to ask; `invoiceIds` names them for screens. */
async function invoicesTaken(db: Knex, taken: readonly ForLr[], person: Call['person']) {
  const words = await Promise.all(
    taken.map(async one => `invoice ${one.head.invoiceNo} is ${await whereItIs(db, one, person)}`),
  )
  const message = `${words.join('; ')}: leave ${taken.length === 1 ? 'it' : 'them'} out`
  const invoiceIds = taken.map(one => one.invoice!.id)
  return conflict('INVOICE_TAKEN', message[0]!.toUpperCase() + message.slice(1), { invoiceIds }, 'lines')
}

const whereItIs = async (db: Knex, one: ForLr, person: Call['person']) =>
  (await lrsHolding(db, one, person)) ?? 'on an LR or collected already'

/** Orders to be delivered only in full that would go out in part: not all invoiced yet, or an invoice left out. */
async function incompleteOrders(db: Knex, orders: Order[], chosen: number[]): Promise<Set<number>> {
  const completeOrderIds = orders.filter(({ completeDelivery }) => completeDelivery).map(({ id }) => id)
  if (completeOrderIds.length === 0) return new Set()
  const lines = await rowsOf(db, orderLine, rows => rows.whereIn('orderId', completeOrderIds))
  const short = lines.filter(line => countsInTotals(line) && line.invoicedQty < line.qty - line.cancelledQty)
  const plants: number[] = await db('invoice').whereIn('id', chosen).pluck('plantId')
  const left: number[] = await db('invoice')
    .whereIn('id', invoicesOfOrders(db, completeOrderIds))
    .whereIn('plantId', plants)
    .whereIn('id', db('invoice_line_goods').select('invoiceId'))
    .where({ dispatchStatus: 'PENDING', isCancelled: 0, invoiceType: 'INVOICE' })
    .whereNotIn('id', chosen)
    .pluck('id')
  const leftOrders = await ordersOfInvoices(db, left)
  return new Set([...short, ...leftOrders].map(({ orderId }) => orderId).filter(id => completeOrderIds.includes(id)))
}
