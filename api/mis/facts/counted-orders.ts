import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import type { AskedDelivery, CountedLine, CountedOrder, Receipt } from '../../../resources/mis/orders/ordered-line.ts'
import { hasOneWriter } from '../../platform/sql-words.ts'

// Expressions, so that no database looks for all goods that ever arrived, by an index of states, before it knows how many they are.
const HAS_ARRIVED = "coalesce(lr.deliveryStatus, '') = 'DELIVERED' and coalesce(lr.deliveredOn, '') <> ''"
const IS_SALE = "coalesce(invoice.isCancelled, 0) = 0 and coalesce(invoice.invoiceType, '') = 'INVOICE'"

const ORDER_COLUMNS = [
  'id',
  'status',
  'orderDate',
  'customerId',
  'soldToId',
  'sbuId',
  'channelId',
  'placedById',
  'departmentId',
  'requestedDeliveryDate',
  'zoneId',
  'zoneAreaId',
  'customerSegmentId',
  'clusterCode',
  'salesEmployeeId',
] as const

const LINE_COLUMNS = [
  'id',
  'orderId',
  'lineStatus',
  'productId',
  'soldToId',
  'plantId',
  'qty',
  'uom',
  'priceUnit',
  'listPrice',
  'priceSource',
  'defaultDiscountPct',
  'promoDiscountPct',
  'promoDiscountValue',
  'manualDiscountPct',
  'basePrice',
  'netPrice',
  'netValue',
  'freightValue',
  'cgst',
  'sgst',
  'igst',
  'grossValue',
  'cancelledQty',
  'invoicedQty',
] as const

type LineRow = Pick<CountedLine, Exclude<(typeof LINE_COLUMNS)[number], 'orderId'>> & { orderId: number }

/** Reads orders that count, or may have counted, with what decides their facts. */
export async function countedOrders(trx: Knex, ids: readonly number[]): Promise<CountedOrder[]> {
  // What is read here is held until the end, so that of two who count at once the second sees what the first wrote.
  const orders: Omit<CountedOrder, 'lines'>[] = await trx('order')
    .whereIn('id', [...ids])
    .orderBy('id')
    .select(...ORDER_COLUMNS)
    .forUpdate()
  const submitted = orders.filter(({ status }) => status !== 'DRAFT').map(({ id }) => id)
  if (submitted.length === 0) return []
  const lines = await heldLines(trx, submitted)
  const lineIds = lines.map(({ id }) => id)
  const [units, deliveries, receipts, sold] = [
    await unitsOf(trx, lines),
    await deliveriesOf(trx, submitted),
    await receiptsOf(trx, lineIds),
    await soldOf(trx, lineIds),
  ]
  const ofOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const completed = ({ orderId: _, ...line }: LineRow): CountedLine => ({
    ...line,
    units: units.get(line.productId)!,
    soldValue: sold.get(line.id) ?? 0,
    deliveries: deliveries.get(line.id) ?? [],
    receipts: receipts.get(line.id) ?? [],
  })
  return orders.map(order => ({ ...order, lines: (ofOrder.get(order.id) ?? []).map(completed) }))
}

async function heldLines(trx: Knex, orderIds: readonly number[]): Promise<LineRow[]> {
  const of = trx('order_line').whereIn('orderId', [...orderIds])
  if (hasOneWriter(trx)) return of.orderBy('id').select(...LINE_COLUMNS)
  // By their ids: a search would hold the gaps between the lines of other orders, too.
  const ids: number[] = await of.pluck('id')
  return ids.length === 0
    ? []
    : trx('order_line')
        .whereIn('id', ids)
        .orderBy('id')
        .select(...LINE_COLUMNS)
        .forUpdate()
}

async function unitsOf(trx: Knex, lines: readonly LineRow[]): Promise<Map<number, CountedLine['units']>> {
  const products: (CountedLine['units'] & { id: number })[] = await trx('products')
    .whereIn('id', [...new Set(lines.map(({ productId }) => productId))])
    .select('id', 'uom', 'baseUom', 'uomNumerator', 'uomDenominator')
  return new Map(products.map(({ id, ...units }) => [id, units]))
}

async function deliveriesOf(trx: Knex, orderIds: readonly number[]): Promise<Map<number, AskedDelivery[]>> {
  const deliveries: (AskedDelivery & { orderLineId: number })[] = await trx('schedule_line')
    .whereIn('orderId', [...orderIds])
    .select('id', 'orderLineId', 'scheduleNo', 'requestedDate', 'confirmedDate', 'firstConfirmedDate', 'qty')
  return Map.groupBy(deliveries, ({ orderLineId }) => orderLineId)
}

/** The net value of the sales of order lines, less notes and returns, in paise. */
async function soldOf(trx: Knex, lineIds: readonly number[]): Promise<Map<number, number>> {
  const sales: { orderLineId: number; value: number }[] = await trx('sale_fact')
    .whereIn('orderLineId', [...lineIds])
    .select('orderLineId', 'value')
  const sold = new Map<number, number>()
  for (const { orderLineId, value } of sales) sold.set(orderLineId, (sold.get(orderLineId) ?? 0) + value)
  return sold
}

/**
 * What was received of order lines: goods on LRs that arrived, whole invoices where an LR does not list its goods, and
 * collections by the buyer. Cancelled invoices, returns and notes bring nothing.
 */
async function receiptsOf(trx: Knex, lineIds: readonly number[]): Promise<Map<number, Receipt[]>> {
  const [goods, wholeInvoices, collected] = [
    await billedOf(trx, lineIds)
      .join('lr_line_item as item', 'item.invoiceLineId', 'billed.id')
      .join('lr', 'lr.id', 'item.lrId')
      .whereRaw(HAS_ARRIVED)
      .select('billed.orderLineId', 'lr.deliveredOn as day', 'item.qty'),
    await billedOf(trx, lineIds)
      .join('lr_line', 'lr_line.invoiceId', 'invoice.id')
      .join('lr', 'lr.id', 'lr_line.lrId')
      .leftJoin('lr_line_item as item', 'item.lrLineId', 'lr_line.id')
      .whereNull('item.id')
      .whereRaw(HAS_ARRIVED)
      .select('billed.orderLineId', 'lr.deliveredOn as day', 'billed.qty'),
    await billedOf(trx, lineIds)
      .join('pwc_collection as collection', 'collection.invoiceId', 'invoice.id')
      .whereRaw("coalesce(collection.status, '') = 'COLLECTED' and coalesce(collection.collectedAt, '') <> ''")
      .select('billed.orderLineId', 'collection.collectedAt as day', 'billed.qty'),
  ] as (Receipt & { orderLineId: number })[][]
  const days = collected!.map(receipt => ({ ...receipt, day: dayOf(receipt.day) }))
  const ofLine = Map.groupBy([...goods!, ...wholeInvoices!, ...days], ({ orderLineId }) => orderLineId)
  return new Map([...ofLine].map(([id, receipts]) => [id, receipts.map(({ day, qty }) => ({ day, qty }))]))
}

const billedOf = (trx: Knex, lineIds: readonly number[]) =>
  trx('invoice_line as billed')
    .join('invoice', 'invoice.id', 'billed.invoiceId')
    .whereIn('billed.orderLineId', [...lineIds])
    .whereRaw(IS_SALE)
