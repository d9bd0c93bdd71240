import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import type { AskedDelivery, CountedLine, CountedOrder, Receipt } from '../../../resources/mis/orders/ordered-line.ts'
import { carriedGoods } from '../../goods/carried-goods.ts'
import { billedQuantities } from '../../orders/billed-quantities.ts'
import { goodsOfOrderLines, movedInOrderUnit } from '../../orders/goods-of-lines.ts'
import { hasOneWriter } from '../../platform/sql-words.ts'

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
  const orders: Omit<CountedOrder, 'lines' | 'endedOn'>[] = await trx('order')
    .whereIn('id', [...ids])
    .orderBy('id')
    .select(...ORDER_COLUMNS)
    .forUpdate()
  const submitted = orders.filter(({ status }) => status !== 'DRAFT').map(({ id }) => id)
  if (submitted.length === 0) return []
  const lines = await heldLines(trx, submitted)
  const lineIds = lines.map(({ id }) => id)
  const ends = await endsOf(trx, orders)
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
  return orders.map(order => ({
    ...order,
    endedOn: ends.get(order.id) ?? null,
    lines: (ofOrder.get(order.id) ?? []).map(completed),
  }))
}

/** The day on which orders were last delivered, else closed, of those that are. */
async function endsOf(trx: Knex, orders: readonly Pick<CountedOrder, 'id' | 'status'>[]): Promise<Map<number, string>> {
  const ended = orders.filter(({ status }) => status === 'DELIVERED' || status === 'CLOSED').map(({ id }) => id)
  if (ended.length === 0) return new Map()
  const steps: { orderId: number; toStatus: string; at: string }[] = await trx('order_step')
    .whereIn('orderId', ended)
    .whereIn('toStatus', ['DELIVERED', 'CLOSED'])
    .whereRaw('coalesce(??, ?) <> ??', ['fromStatus', '', 'toStatus'])
    .orderBy('id')
    .select('orderId', 'toStatus', 'at')
  const last = (id: number, status: string) =>
    steps.findLast(({ orderId, toStatus }) => orderId === id && toStatus === status)
  return new Map(
    ended.flatMap(id => {
      const end = last(id, 'DELIVERED') ?? last(id, 'CLOSED')
      return end ? [[id, dayOf(end.at)] as const] : []
    }),
  )
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
 * What was received of order lines, in their unit: goods on LRs as their proofs say, and those that the buyer collected.
 * Bills move none of it, but of what no goods of ours are: a service, and what a supplier ships.
 */
async function receiptsOf(trx: Knex, lineIds: readonly number[]): Promise<Map<number, Receipt[]>> {
  const goods = await goodsOfOrderLines(trx, lineIds)
  const carried = await carriedGoods(
    trx,
    goods.map(({ id }) => id),
  )
  const ofGoods = new Map(goods.map(line => [line.id, line]))
  const receipts = carried.flatMap(({ deliveryLineId, day, arrivedQty }) => {
    const line = ofGoods.get(deliveryLineId)!
    if (day === null || arrivedQty === 0) return []
    return [{ orderLineId: line.orderLineId, day, qty: movedInOrderUnit(line, arrivedQty) }]
  })
  receipts.push(...(await billedWithoutGoods(trx, lineIds)))
  const ofLine = Map.groupBy(receipts, ({ orderLineId }) => orderLineId)
  return new Map([...ofLine].map(([id, found]) => [id, found.map(({ day, qty }) => ({ day, qty }))]))
}

/** What a supplier ships and services, on the days on which they were billed. */
async function billedWithoutGoods(trx: Knex, lineIds: readonly number[]) {
  const narrow = (rows: Knex.QueryBuilder) =>
    rows.whereIn('invoice_line.orderLineId', [...lineIds]).whereNot('invoice_line.suppliedAs', 'GOODS')
  const days: string[] = await narrow(trx('invoice_line').join('invoice', 'invoice.id', 'invoice_line.invoiceId'))
    .distinct()
    .orderBy('invoice.invoiceDate')
    .pluck('invoice.invoiceDate')
  const receipts: (Receipt & { orderLineId: number })[] = []
  for (const day of days) {
    const billed = await billedQuantities(trx, rows => narrow(rows).where('invoice.invoiceDate', day))
    for (const [orderLineId, qty] of billed) receipts.push({ orderLineId, day, qty })
  }
  return receipts
}
