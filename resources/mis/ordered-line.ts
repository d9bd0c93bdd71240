import * as amounts from '../define/amounts.ts'
import type { Order } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-line.ts'

/** How the price of a line came about: free, from the list, or agreed with the customer. */
export type PriceKind = 'FREE' | 'LIST' | 'AGREED'

/** An order with what decides its facts; stamps say where it belonged when it was first submitted. */
export type CountedOrder = Pick<
  Order,
  | 'id'
  | 'status'
  | 'orderDate'
  | 'customerId'
  | 'soldToId'
  | 'sbuId'
  | 'channelId'
  | 'placedById'
  | 'requestedDeliveryDate'
  | 'zoneId'
  | 'zoneAreaId'
  | 'customerSegmentId'
  | 'clusterCode'
  | 'salesEmployeeId'
> & { lines: readonly CountedLine[] }

type CountedLine = Pick<
  OrderLine,
  | 'id'
  | 'lineStatus'
  | 'productId'
  | 'plantId'
  | 'qty'
  | 'uom'
  | 'priceUnit'
  | 'listPrice'
  | 'priceSource'
  | 'defaultDiscountPct'
  | 'promoDiscountValue'
  | 'netValue'
  | 'freightValue'
  | 'cgst'
  | 'sgst'
  | 'igst'
  | 'grossValue'
  | 'cancelledQty'
  | 'invoicedQty'
> & {
  /** The last day that its deliveries were asked for; null where it has none. */
  dueDay: string | null
}

/**
 * A line that counts as ordered: quantities in thousandths of its unit, values in paise at its own price, before
 * freight and tax but for `grossValue`.
 */
export interface OrderFact
  extends Pick<
    CountedOrder,
    | 'customerId'
    | 'soldToId'
    | 'sbuId'
    | 'channelId'
    | 'placedById'
    | 'zoneId'
    | 'zoneAreaId'
    | 'customerSegmentId'
    | 'clusterCode'
    | 'salesEmployeeId'
  > {
  orderId: number
  orderLineId: number
  day: string
  dueDay: string
  productId: number
  plantId: number | null
  priceKind: PriceKind
  uom: string
  qty: number
  cancelledQty: number
  invoicedQty: number
  listValue: number
  netValue: number
  grossValue: number
  /** Below the list price, and its parts; what no rule gave is manual. */
  discountValue: number
  defaultDiscount: number
  promoDiscount: number
  manualDiscount: number
  cancelledValue: number
  invoicedValue: number
  /** The invoiced part of what was not cancelled: the numerator of the fill rate. */
  filledValue: number
}

const UNCOUNTED_ORDERS: readonly string[] = ['DRAFT', 'REJECTED', 'DELETED', 'DEAD']
const UNCOUNTED_LINES: readonly string[] = ['REJECTED', 'DELETED']

/** The sums of an order that counts, over its lines that count; paise. */
export interface OrderSum {
  orderId: number
  lineCount: number
  listValue: number
  discountValue: number
  freightValue: number
  taxValue: number
  grossValue: number
}

/** The sums of an order, none where no line counts. */
export function orderSumsOf(order: CountedOrder): OrderSum[] {
  if (UNCOUNTED_ORDERS.includes(order.status)) return []
  const lines = countedLines(order)
  if (lines.length === 0) return []
  const total = (value: (line: CountedLine) => number) => amounts.sum(lines.map(value))
  return [
    {
      orderId: order.id,
      lineCount: lines.length,
      listValue: total(line => valuesOf(line).listValue),
      discountValue: total(line => valuesOf(line).discountValue),
      freightValue: total(line => line.freightValue),
      taxValue: total(({ cgst, sgst, igst }) => cgst + sgst + igst),
      grossValue: total(line => line.grossValue),
    },
  ]
}

const countedLines = ({ lines }: CountedOrder) =>
  lines.filter(({ lineStatus }) => !UNCOUNTED_LINES.includes(lineStatus))

/** The facts of an order: one for each line that counts, none before its submission or once nobody goes on with it. */
export function orderFactsOf(order: CountedOrder): OrderFact[] {
  if (UNCOUNTED_ORDERS.includes(order.status)) return []
  const { id: orderId, orderDate: day, customerId, soldToId, sbuId, channelId, placedById } = order
  const { zoneId, zoneAreaId, customerSegmentId, clusterCode, salesEmployeeId } = order
  const stamps = { zoneId, zoneAreaId, customerSegmentId, clusterCode, salesEmployeeId }
  return countedLines(order).map(line => ({
    ...{ orderId, orderLineId: line.id, day, dueDay: line.dueDay ?? order.requestedDeliveryDate },
    ...{ customerId, soldToId, sbuId, channelId, placedById, productId: line.productId, plantId: line.plantId },
    ...stamps,
    ...valuesOf(line),
  }))
}

/** An order cannot be submitted with an amount that is too large to be exact: its count must not be what stops a save. */
const unlessTooLarge =
  <Args extends number[]>(amount: (...args: Args) => number) =>
  (...args: Args): number => {
    try {
      return amount(...args)
    } catch (error) {
      if (error instanceof RangeError) return 0
      throw error
    }
  }
const mulDiv = unlessTooLarge(amounts.mulDiv)
const percentOf = unlessTooLarge(amounts.percentOf)
const priceTimes = unlessTooLarge(amounts.priceTimes)

function valuesOf(line: CountedLine) {
  const { qty, uom, netValue, grossValue, cancelledQty, invoicedQty } = line
  const part = (some: number) => (qty > 0 ? mulDiv(netValue, some, qty) : 0)
  const listValue = priceTimes(line.listPrice, qty, line.priceUnit)
  const discountValue = Math.max(0, listValue - netValue)
  const priceKind = priceKindOf(line.priceSource)
  const byRule = priceKind === 'LIST' ? percentOf(listValue, line.defaultDiscountPct) : 0
  const defaultDiscount = Math.min(byRule, discountValue)
  const byPromo = priceTimes(line.promoDiscountValue, qty, line.priceUnit)
  const promoDiscount = Math.min(byPromo, discountValue - defaultDiscount)
  return {
    ...{ priceKind, uom, qty, cancelledQty, invoicedQty, listValue, netValue, grossValue },
    ...{ discountValue, defaultDiscount, promoDiscount },
    manualDiscount: discountValue - defaultDiscount - promoDiscount,
    cancelledValue: part(cancelledQty),
    invoicedValue: part(invoicedQty),
    filledValue: part(Math.max(0, Math.min(invoicedQty, qty - cancelledQty))),
  }
}

/** A line without a source has the list price. */
const priceKindOf = (source: OrderLine['priceSource']): PriceKind =>
  source === 'FREE' ? 'FREE' : source === null || source === 'LIST' ? 'LIST' : 'AGREED'
