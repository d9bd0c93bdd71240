import type { Knex } from 'knex'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import type { Row } from '../../../resources/define/resource.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import type { InvoiceToDispatch } from '../../../resources/dispatches/lr-faults.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { type BilledGoods, nothingSent, remainingQty, type Sent } from '../../../resources/dispatches/parts.ts'
import { type Order, order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { countsInTotals } from '../../../resources/orders/totals.ts'
import type { Call } from '../../derive/call.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { invoicesOfOrders, ordersOfInvoices } from '../../orders/invoices-of-orders.ts'
import { conflict, invalidField } from '../../platform/errors.ts'

/** What of these invoices is on LRs, without what came back to be sent again, by the id of the invoice; `except` leaves out one LR. */
async function sentOf(db: Knex, invoiceIds: readonly number[], except = 0): Promise<Map<number, Sent>> {
  const cancelled = db('lr').where('deliveryStatus', 'CANCELLED').select('id')
  const lines = await rowsOf(db, lrLine, rows =>
    rows
      .whereIn('invoiceId', [...invoiceIds])
      .whereNot('lrId', except)
      .whereNot('outcome', 'SENT_AGAIN')
      .whereNotIn('lrId', cancelled),
  )
  if (lines.length === 0) return new Map()
  const lineIds = lines.map(({ id }) => id)
  const items = await rowsOf(db, lrLineItem, rows => rows.whereIn('lrLineId', lineIds))
  const sent = new Map<number, Sent>()
  for (const { id, invoiceId, packages, invoiceValue } of lines) {
    const before = sent.get(invoiceId!) ?? nothingSent
    sent.set(invoiceId!, {
      items: [...before.items, ...items.filter(({ lrLineId }) => lrLineId === id)],
      packages: before.packages + packages,
      value: before.value + invoiceValue,
      lrs: before.lrs + 1,
    })
  }
  return sent
}

/** An invoice that is to go on an LR, with all that the LR's rules need. */
export interface InvoiceForLr {
  invoice: Invoice
  lines: InvoiceLine[]
  goods: BilledGoods[]
  /** What of it is on other LRs. */
  sent: Sent
  shipTo: Row<typeof shipTo> | null
  /** The order of the goods; of several the first. */
  order: Order | null
  orderIds: number[]
  asRules: InvoiceToDispatch
}

/**
 * The chosen invoices in the order of `ids`. Throws 400 when one is not in the person's plants (or does not exist), 409
 * when all of one has left already. `ofLr` is an LR that holds them itself and is being corrected.
 */
export async function readInvoicesForLr(
  db: Knex,
  ids: readonly number[],
  { person }: Call,
  ofLr?: number,
): Promise<InvoiceForLr[]> {
  const invoices = await rowsOf(db, invoice, rows => {
    const chosenRows = rows.whereIn('invoice.id', [...ids])
    return person ? restrict(chosenRows, db, invoice, person, 'create') : chosenRows
  })
  const readableIds = new Set(invoices.map(({ id }) => id))
  const missing = ids.findIndex(id => !readableIds.has(id))
  if (missing >= 0)
    throw invalidField(
      `lines[${missing}].invoiceId`,
      'UNKNOWN_REF',
      'Invoice is not one of your plants: choose from the list',
    )
  const chosen = await describeInvoices(
    db,
    ids.map(id => invoices.find(row => row.id === id)!),
    ofLr,
  )
  const collected = chosen.find(one => isPartyCollecting(one))
  if (collected) throw collectedByParty(collected.invoice)
  const taken = chosen.filter(one => !isWaiting(one, ofLr !== undefined))
  if (taken.length > 0) throw invoicesTaken(taken.map(one => one.invoice))
  return chosen
}

/** Whether something of an invoice has still to leave, or is on the LR that is being corrected. */
function isWaiting({ invoice: row, goods, sent }: InvoiceForLr, isCorrected: boolean): boolean {
  const hasGoods = goods.length === 0 || remainingQty(goods, sent).size > 0
  if (row.dispatchStatus === 'PENDING' || row.dispatchStatus === 'PARTIAL') return hasGoods
  return isCorrected && row.dispatchStatus === 'ON_LR' && hasGoods
}

/** The invoices with all that the rules of an LR need; `ofLr` is an LR whose own goods do not count as sent. */
export async function describeInvoices(db: Knex, invoices: Invoice[], ofLr?: number): Promise<InvoiceForLr[]> {
  const ids = invoices.map(({ id }) => id)
  const lines = await rowsOf(db, invoiceLine, rows => rows.whereIn('invoiceId', ids).orderBy(['invoiceId', 'lineNo']))
  const sent = await sentOf(db, ids, ofLr)
  const addressIds = [...new Set(invoices.flatMap(row => row.shipToId ?? []))]
  const addresses = await rowsOf(db, shipTo, rows => rows.whereIn('id', addressIds))
  const billed = await ordersOfInvoices(db, ids)
  const orderIds = [...new Set(billed.map(({ orderId }) => orderId))]
  const orders = await rowsOf(db, order, rows => rows.whereIn('id', orderIds))
  const incomplete = await incompleteOrders(db, orders, ids)
  const exempt = await exemptProducts(db, lines)
  return invoices.map(row => {
    const address = addresses.find(({ id }) => id === row.shipToId) ?? null
    const ownIds = billed.filter(({ invoiceId }) => invoiceId === row.id).map(({ orderId }) => orderId)
    const ownOrders = orders.filter(({ id }) => ownIds.includes(id))
    const held = ownOrders.find(({ id }) => incomplete.has(id))
    const ownLines = lines.filter(({ invoiceId }) => invoiceId === row.id)
    return {
      invoice: row,
      lines: ownLines,
      goods: ownLines.filter(({ qty }) => qty > 0).map(line => goodsOf(line, exempt)),
      sent: sent.get(row.id) ?? nothingSent,
      shipTo: address,
      order: ownOrders[0] ?? null,
      orderIds: ownIds,
      asRules: {
        ...row,
        freightTerms: ownOrders[0]?.freightTerms ?? null,
        shipTo: address,
        incomplete: held ? { orderNo: held.orderNo } : null,
      },
    }
  })
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

/** The goods of a line; those that SAP taxed are not exempt, whatever the product says by now. */
export const goodsOf = <L extends Pick<InvoiceLine, 'productId' | 'netValue' | 'taxValue'>>(
  line: L,
  exempt: ReadonlySet<number>,
) => ({
  ...line,
  value: line.netValue + line.taxValue,
  isExempt: line.taxValue === 0 && exempt.has(line.productId),
})

/** Whether the party fetches the goods of an invoice, which then go on no LR. */
export const isPartyCollecting = ({ invoice: row, order: of }: Pick<InvoiceForLr, 'invoice' | 'order'>): boolean =>
  (row.transMode ?? of?.transMode) === 'PWC'

const collectedByParty = ({ id, invoiceNo }: Invoice) =>
  conflict(
    'PARTY_COLLECTS',
    `The party collects the goods of invoice ${invoiceNo}: leave it out, or have it sent under Party Will Collect`,
    { invoiceIds: [id] },
    'lines',
  )

const invoicesTaken = (taken: Invoice[]) => {
  const names = taken.map(({ invoiceNo }) => invoiceNo).join(', ')
  const message = `${names}: ${taken.length === 1 ? 'this invoice is' : 'these invoices are'} on an LR or collected already, so leave ${taken.length === 1 ? 'it' : 'them'} out`
  return conflict('INVOICE_TAKEN', message, { invoiceIds: taken.map(({ id }) => id) }, 'lines')
}

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
    .where({ dispatchStatus: 'PENDING', isCancelled: 0, invoiceType: 'INVOICE' })
    .whereNotIn('id', chosen)
    .pluck('id')
  const leftOrders = await ordersOfInvoices(db, left)
  return new Set([...short, ...leftOrders].map(({ orderId }) => orderId).filter(id => completeOrderIds.includes(id)))
}
