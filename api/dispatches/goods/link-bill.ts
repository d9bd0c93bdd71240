import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type InvoiceLineGoods, invoiceLineGoods } from '../../../resources/dispatches/goods/invoice-line-goods.ts'
import {
  billsGoods,
  deliveryBilled,
  isValidBill,
  linkItem,
  type OpenGoods,
  statusWithoutGoods,
} from '../../../resources/dispatches/goods/link-rule.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { type SapDelivery, sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { type SapDeliveryLine, sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { insertRows, updateEach, updateRow } from '../../derive/save/write.ts'
import { recountGoods } from '../../goods/recount-goods.ts'
import { followGoods } from '../../orders/dispatch-order.ts'
import { awaitDelivery } from '../../sap/documents/awaited-deliveries.ts'
import { followGoodsOf } from '../events/invoices-of-lr.ts'
import { renewTasks } from '../events/lr-tasks.ts'
import { type Alone, addBilledGoods, goodsAuthor } from './billed-goods.ts'
import { linkNote, linkReturns, returnsOf } from './link-returns.ts'
import { rebillFaults } from './rebill-faults.ts'

type Link = Pick<InvoiceLineGoods, 'invoiceLineId' | 'deliveryLineId' | 'qty'>
type Goods = SapDeliveryLine & OpenGoods

/**
 * Links the lines of an invoice to the goods that they bill: by the item of the delivery that each names, else of its
 * order. Where the portal does not know the delivery, goods are made as the invoice tells of them. An invoice that is
 * cancelled loses its links, and its goods stay.
 */
export async function linkBill(trx: Knex, invoiceId: number): Promise<void> {
  const [bill] = await rowsOf(trx, invoice, rows => rows.where('id', invoiceId))
  if (!bill) return
  if (bill.invoiceType === 'RETURN') return linkNote(trx, bill)
  const lines = await rowsOf(trx, invoiceLine, rows => rows.where({ invoiceId }).orderBy('lineNo'))
  const billing = isValidBill(bill) ? lines.filter(billsGoods) : []
  const deliveries = await heldDeliveries(trx, billing)
  const { links, alone, faults } = linksOf(billing, await openGoods(trx, invoiceId, billing, deliveries), deliveries)
  for (const [at, deliveryLineId] of (await addBilledGoods(trx, bill, alone)).entries())
    links.push({ invoiceLineId: alone[at]!.line.id, deliveryLineId, qty: alone[at]!.qty })
  const told = [...deliveries.values()].filter(({ origin }) => origin !== 'SAP').map(({ deliveryNo }) => deliveryNo)
  for (const number of new Set([...told, ...alone.flatMap(one => one.number ?? [])])) await awaitDelivery(trx, number)
  const { touched, changed } = await saveLinks(trx, invoiceId, joined(links))
  await recountGoods(trx, touched)
  if (isValidBill(bill)) faults.push(...(await rebillFaults(trx, bill, billing)))
  const deskTask = faults.length > 0 ? `Invoice ${bill.invoiceNo} ${faults.join('; ')}`.slice(0, 255) : null
  const dispatchStatus = statusOf(bill, lines)
  const isNoted = deskTask === bill.deskTask && dispatchStatus === bill.dispatchStatus
  const noted = isNoted ? bill : await updateRow(trx, invoice, bill, { deskTask, dispatchStatus }, goodsAuthor)
  await followBill(trx, noted, touched)
  if (dispatchStatus !== bill.dispatchStatus || lines.some(isWithoutGoods)) await followOrders(trx, noted, lines)
  if (changed) await linkReturns(trx, await returnsOf(trx, { bills: [bill.sapBillingDoc] }))
  if (changed && bill.isCancelled) for (const id of await waitingFor(trx, lines)) await linkBill(trx, id)
}

/** What bills no goods of ours never waits; it may have billed some before SAP's item categories were set right. */
function statusOf(bill: Invoice, lines: readonly InvoiceLine[]): Invoice['dispatchStatus'] {
  if (!isValidBill(bill)) return bill.dispatchStatus
  const own = statusWithoutGoods(lines)
  const hadNone = bill.dispatchStatus === 'SHIPPED_BY_OUR_SUPPLIER' || bill.dispatchStatus === 'NOTHING_TO_SEND'
  return own ?? (hadNone ? 'PENDING' : bill.dispatchStatus)
}

const isWithoutGoods = ({ suppliedAs }: InvoiceLine) => suppliedAs !== 'GOODS'

/** The lines of orders that a supplier ships, or that are services, have left as far as they are billed. */
async function followOrders(trx: Knex, bill: Invoice, lines: readonly InvoiceLine[]) {
  const ids = lines.flatMap(({ orderLineId }) => orderLineId ?? [])
  const orders: number[] = await trx('order_line').whereIn('id', ids).distinct().orderBy('orderId').pluck('orderId')
  for (const id of orders) await followGoods(trx, id, `Invoice ${bill.invoiceNo}`, goodsAuthor)
}

/** The valid invoices that found too few goods of the documents of these lines: a cancelled one may have left them some. */
async function waitingFor(trx: Knex, lines: readonly InvoiceLine[]): Promise<number[]> {
  const documents = [...new Set(lines.flatMap(line => line.refDoc ?? line.sapDeliveryNo ?? []))]
  return trx('invoice_line')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .where({ 'invoice.isCancelled': 0, 'invoice.invoiceType': 'INVOICE' })
    .whereNotNull('invoice.deskTask')
    .where(any => any.whereIn('invoice_line.refDoc', documents).orWhereIn('invoice_line.sapDeliveryNo', documents))
    .distinct()
    .orderBy('invoice.id')
    .pluck('invoice.id')
}

/** An invoice is where its goods are: those that left before it was made never wait. Their LRs say what a person must do. */
async function followBill(trx: Knex, bill: Invoice, goods: readonly number[]) {
  const lrIds: number[] = await trx('lr_line_item')
    .whereIn('deliveryLineId', [...goods])
    .distinct()
    .orderBy('lrId')
    .pluck('lrId')
  if (lrIds.length === 0) return
  const moved = { invoiceIds: [bill.id], deliveryLineIds: goods }
  await followGoodsOf(trx, moved, `Invoice ${bill.invoiceNo}`, goodsAuthor)
  await renewTasks(trx, lrIds)
}

/** The deliveries that lines name, by number; held, so that two invoices of one delivery follow each other. */
async function heldDeliveries(trx: Knex, lines: readonly InvoiceLine[]): Promise<ReadonlyMap<string, SapDelivery>> {
  const numbers = [...new Set(lines.flatMap(line => deliveryBilled(line) ?? []))]
  const held = await rowsOf(trx, sapDelivery, rows => rows.whereIn('deliveryNo', numbers).orderBy('id').forUpdate())
  return new Map(held.map(row => [row.deliveryNo, row]))
}

/** The goods that lines may bill, with what other valid invoices leave of them. */
async function openGoods(
  trx: Knex,
  invoiceId: number,
  lines: readonly InvoiceLine[],
  deliveries: ReadonlyMap<string, SapDelivery>,
): Promise<Goods[]> {
  if (lines.length === 0) return []
  const ofOrders = lines.filter(line => deliveryBilled(line) === null)
  const goods = await rowsOf(trx, sapDeliveryLine, rows =>
    rows.where('countsAs', 'GOODS').where(any =>
      any
        .whereIn(
          'deliveryId',
          [...deliveries.values()].map(({ id }) => id),
        )
        .orWhereIn(
          'orderLineId',
          ofOrders.flatMap(({ orderLineId }) => orderLineId ?? []),
        )
        .orWhereIn(
          'refDoc',
          ofOrders.flatMap(({ refDoc }) => refDoc ?? []),
        )
        .orWhereIn('deliveryId', trx('sap_delivery').where('deliveryNo', `B${invoiceId}`).select('id')),
    ),
  )
  const ids = goods.map(({ id }) => id)
  const others: { deliveryLineId: number; qty: number }[] = await trx('invoice_line_goods')
    .whereIn('deliveryLineId', ids)
    .whereNot({ invoiceId })
    .groupBy('deliveryLineId')
    .select('deliveryLineId')
    .sum({ qty: 'qty' })
  const billed = new Map(others.map(({ deliveryLineId, qty }) => [deliveryLineId, Number(qty)]))
  return goods.map(one => ({ ...one, open: one.qty - (billed.get(one.id) ?? 0) }))
}

/** The links of all lines, one after the other; what no goods hold is a fault where SAP told what the delivery holds. */
function linksOf(lines: readonly InvoiceLine[], goods: Goods[], deliveries: ReadonlyMap<string, SapDelivery>) {
  const links: Link[] = []
  const alone: Alone[] = []
  const faults: string[] = []
  for (const line of lines) {
    const number = deliveryBilled(line)
    const delivery = number === null ? undefined : deliveries.get(number)
    const own = goods.filter(one => (number === null ? isOfOrderItem(one, line) : one.deliveryId === delivery?.id))
    const linked = linkItem(number !== null && isNamed(line, delivery, own) ? line : { ...line, refItem: null }, own)
    for (const { deliveryLineId, qty } of linked.links) {
      links.push({ invoiceLineId: line.id, deliveryLineId, qty })
      goods.find(({ id }) => id === deliveryLineId)!.open -= qty
    }
    if (linked.rest === 0) continue
    if (delivery?.origin === 'SAP')
      faults.push(`bills ${linked.rest / 1000} ${line.uom} more than delivery ${number} holds`)
    else alone.push({ line, number, delivery, qty: linked.rest })
  }
  return { links, alone, faults }
}

/** Whether a line names an item of its delivery: goods that an invoice told of before may bear other numbers. */
const isNamed = ({ refItem }: InvoiceLine, delivery: SapDelivery | undefined, goods: readonly Goods[]) =>
  delivery?.origin === 'SAP' || goods.some(({ lineNo }) => lineNo === Number(refItem))

/** Goods of the item of an order; of a line that names none, those that its own invoice told of. */
function isOfOrderItem(goods: Goods, { orderLineId, refDoc, refItem }: InvoiceLine): boolean {
  if (orderLineId !== null) return goods.orderLineId === orderLineId
  return goods.orderLineId === null && goods.refDoc === refDoc && goods.refItem === refItem
}

/** One link a line and goods: goods that an invoice told of grow with the next one of the same item. */
function joined(links: readonly Link[]): Link[] {
  const together = Map.groupBy(links, keyOf)
  return [...together.values()].map(same => ({ ...same[0]!, qty: same.reduce((all, { qty }) => all + qty, 0) }))
}

const keyOf = ({ invoiceLineId, deliveryLineId }: Link) => `${invoiceLineId}/${deliveryLineId}`

/** Writes what changed of the links of an invoice; returns the goods of all that stand or stood, and whether one changed. */
async function saveLinks(trx: Knex, invoiceId: number, wanted: readonly Link[]) {
  const stood = await rowsOf(trx, invoiceLineGoods, rows => rows.where({ invoiceId }))
  const byKey = new Map(wanted.map(link => [keyOf(link), link]))
  const known = new Set(stood.map(keyOf))
  const gone = stood.filter(link => !byKey.has(keyOf(link)))
  const fresh = wanted.filter(link => !known.has(keyOf(link)))
  const changed = stood.flatMap(before => {
    const qty = byKey.get(keyOf(before))?.qty ?? before.qty
    return qty === before.qty ? [] : [{ before, asked: { qty } }]
  })
  await trx('invoice_line_goods')
    .whereIn(
      'id',
      gone.map(({ id }) => id),
    )
    .delete()
  await updateEach(trx, invoiceLineGoods, changed, goodsAuthor)
  await insertRows(
    trx,
    invoiceLineGoods,
    fresh.map(link => withDefaults(invoiceLineGoods, { ...link, invoiceId })),
    goodsAuthor,
  )
  const touched = [...stood, ...wanted].map(({ deliveryLineId }) => deliveryLineId)
  return { touched, changed: gone.length + changed.length + fresh.length > 0 }
}
