import * as amounts from '../../define/amounts.ts'
import type { Product } from '../../masters/products.ts'
import { conditionValues } from '../../orders/line-price.ts'
import type { Order } from '../../orders/order.ts'
import type { OrderLine } from '../../orders/order-line.ts'
import type { ScheduleLine } from '../../orders/schedule-line.ts'

/** How the price of a line came about: free, from the list, or agreed with the customer. */
type PriceKind = 'FREE' | 'LIST' | 'AGREED'

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
  | 'departmentId'
  | 'requestedDeliveryDate'
  | 'zoneId'
  | 'zoneAreaId'
  | 'customerSegmentId'
  | 'clusterCode'
  | 'salesEmployeeId'
> & {
  /** The day since which nothing more of it is awaited: delivered or closed; null until then. */
  endedOn: string | null
  lines: readonly CountedLine[]
}

export type CountedLine = Pick<
  OrderLine,
  | 'id'
  | 'lineStatus'
  | 'productId'
  | 'soldToId'
  | 'plantId'
  | 'qty'
  | 'uom'
  | 'priceUnit'
  | 'listPrice'
  | 'priceSource'
  | 'defaultDiscountPct'
  | 'promoDiscountPct'
  | 'promoDiscountValue'
  | 'manualDiscountPct'
  | 'basePrice'
  | 'netPrice'
  | 'netValue'
  | 'freightValue'
  | 'cgst'
  | 'sgst'
  | 'igst'
  | 'grossValue'
  | 'cancelledQty'
  | 'invoicedQty'
> & {
  /** The units of its product: so many base units are so many sales units. */
  units: Pick<Product, 'uom' | 'baseUom' | 'uomNumerator' | 'uomDenominator'>
  /** Net value of its sales, less notes and returns, in paise. */
  soldValue: number
  deliveries: readonly AskedDelivery[]
  receipts: readonly Receipt[]
}

/** A delivery that a line asks for. */
export type AskedDelivery = Pick<
  ScheduleLine,
  'id' | 'scheduleNo' | 'requestedDate' | 'confirmedDate' | 'firstConfirmedDate' | 'qty'
>

/** What the buyer received of a line on a day. */
export interface Receipt {
  day: string
  qty: number
}

/**
 * A line that counts as ordered: quantities in thousandths of its unit, values in paise at its own price, before
 * freight and tax; `soldValue` alone is that of its documents.
 */
export interface OrderFact
  extends Pick<
    CountedOrder,
    | 'customerId'
    | 'soldToId'
    | 'sbuId'
    | 'channelId'
    | 'placedById'
    | 'departmentId'
    | 'zoneId'
    | 'zoneAreaId'
    | 'customerSegmentId'
    | 'clusterCode'
    | 'salesEmployeeId'
  > {
  /** Twice the id of the line: facts of sales have odd ids, so that a report can hold both. */
  id: number
  orderId: number
  orderLineId: number
  day: string
  dueDay: string
  productId: number
  plantId: number | null
  priceKind: PriceKind
  uom: string
  qty: number
  /** What will not come any more: of a cancelled line, or order, all that was not invoiced. */
  cancelledQty: number
  invoicedQty: number
  /** What may still come. */
  openQty: number
  /** 1 where something of it was cancelled, or may still come: the few rows that reports look for. */
  isCancelled: 0 | 1
  isOpen: 0 | 1
  /** The base unit of the product, and the same quantities in it. */
  baseUom: string
  baseQty: number
  baseCancelledQty: number
  baseInvoicedQty: number
  baseOpenQty: number
  listValue: number
  netValue: number
  /** Below the list price, and its parts; what no rule gave is manual. */
  discountValue: number
  defaultDiscount: number
  promoDiscount: number
  manualDiscount: number
  cancelledValue: number
  /** The invoiced part of what was not cancelled: the numerator of the fill rate. */
  filledValue: number
  openValue: number
  soldValue: number
}

const UNCOUNTED_ORDERS: readonly string[] = ['DRAFT', 'REJECTED', 'DELETED', 'DEAD']
const UNCOUNTED_LINES: readonly string[] = ['REJECTED', 'DELETED']

/** The sums of an order that counts, over its lines that count; paise. */
export interface OrderSum {
  orderId: number
  lineCount: number
  listValue: number
  discountValue: number
  netValue: number
  freightValue: number
  taxValue: number
  grossValue: number
}

/** The sums of an order, none where no line counts. */
export function orderSumsOf(order: CountedOrder): OrderSum[] {
  if (!counts(order)) return []
  const lines = countedLines(order)
  if (lines.length === 0) return []
  const total = (value: (line: CountedLine) => number) => amounts.sum(lines.map(value))
  return [
    {
      orderId: order.id,
      lineCount: lines.length,
      listValue: total(line => valuesOf(line).listValue),
      discountValue: total(line => valuesOf(line).discountValue),
      netValue: total(line => line.netValue),
      freightValue: total(line => line.freightValue),
      taxValue: total(({ cgst, sgst, igst }) => cgst + sgst + igst),
      grossValue: total(line => line.grossValue),
    },
  ]
}

const countedLines = ({ lines }: CountedOrder) =>
  lines.filter(({ lineStatus }) => !UNCOUNTED_LINES.includes(lineStatus))

/** Whether an order counts: from its submission until nobody goes on with it. */
const counts = ({ status }: Pick<CountedOrder, 'status'>) => !UNCOUNTED_ORDERS.includes(status)

/** Where an order belongs, for the facts of its lines and of their deliveries. */
function placeOf({ customerId, sbuId, channelId, placedById, departmentId }: CountedOrder) {
  return { customerId, sbuId, channelId, placedById, departmentId }
}

/** The facts of an order: one for each line that counts, none before its submission or once nobody goes on with it. */
export function orderFactsOf(order: CountedOrder): OrderFact[] {
  if (!counts(order)) return []
  const { id: orderId, orderDate: day, soldToId, requestedDeliveryDate } = order
  const { zoneId, zoneAreaId, customerSegmentId, clusterCode, salesEmployeeId } = order
  const stamps = { zoneId, zoneAreaId, customerSegmentId, clusterCode, salesEmployeeId }
  return countedLines(order).map(line => {
    const requestedDates = line.deliveries.map(({ requestedDate }) => requestedDate).toSorted()
    const quantities = quantitiesOf(order, line)
    return {
      ...{
        id: line.id * 2,
        orderId,
        orderLineId: line.id,
        day,
        dueDay: requestedDates.at(-1) ?? requestedDeliveryDate,
      },
      ...placeOf(order),
      ...{ soldToId: line.soldToId ?? soldToId, productId: line.productId, plantId: line.plantId },
      ...stamps,
      ...quantities,
      ...valuesOf(line),
      ...partsOf(line, quantities),
    }
  })
}

/** A delivery that a counting line asks for: what of it was received, and when all of it was there. */
export interface ScheduleFact
  extends Pick<CountedOrder, 'customerId' | 'soldToId' | 'sbuId' | 'channelId' | 'placedById' | 'departmentId'> {
  /** The id of the schedule line. */
  id: number
  orderId: number
  orderLineId: number
  requestedDate: string
  confirmedDate: string | null
  /** What SAP confirmed first; until it did, what the portal confirmed. */
  firstConfirmedDate: string | null
  productId: number
  plantId: number | null
  uom: string
  /** Without what was cancelled of the line, which comes off its last deliveries. */
  qty: number
  deliveredQty: number
  /** The day on which all of it had been received; null until then, and where nothing of it is wanted. */
  deliveredOn: string | null
  /** The day since which the rest is awaited no more, because the order was closed without it; null otherwise. */
  endedOn: string | null
}

/** The deliveries of an order that counts; what was received of a line fills the earliest of its deliveries first. */
export function scheduleFactsOf(order: CountedOrder): ScheduleFact[] {
  if (!counts(order)) return []
  return countedLines(order).flatMap(line => {
    const wanted = Math.max(0, line.qty - cancelledOf(order, line))
    const shared = {
      ...{ orderId: order.id, orderLineId: line.id, ...placeOf(order), soldToId: line.soldToId ?? order.soldToId },
      ...{ productId: line.productId, plantId: line.plantId, uom: line.uom },
    }
    const received = amounts.sum(line.receipts.map(receipt => receipt.qty))
    let upTo = 0
    return line.deliveries
      .toSorted(byDay)
      .map(({ id, requestedDate, confirmedDate, firstConfirmedDate, qty: requestedQty }) => {
        const before = Math.min(upTo, wanted)
        upTo += requestedQty
        const qty = Math.min(upTo, wanted) - before
        const deliveredOn = qty > 0 ? dayOfReceipt(line.receipts, before + qty) : null
        return {
          ...{ id, ...shared, requestedDate, confirmedDate, qty },
          firstConfirmedDate: firstConfirmedDate ?? confirmedDate,
          deliveredQty: Math.max(0, Math.min(qty, received - before)),
          deliveredOn,
          endedOn: deliveredOn === null && qty > 0 ? order.endedOn : null,
        }
      })
  })
}

const byDay = (one: AskedDelivery, other: AskedDelivery) =>
  one.requestedDate === other.requestedDate
    ? one.scheduleNo - other.scheduleNo
    : one.requestedDate < other.requestedDate
      ? -1
      : 1

/** The first day up to which so much was received; null if it was not. */
function dayOfReceipt(receipts: readonly Receipt[], qty: number): string | null {
  let received = 0
  for (const receipt of receipts.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    received += receipt.qty
    if (received >= qty) return receipt.day
  }
  return null
}

const cancelledOf = ({ status }: CountedOrder, { lineStatus, qty, cancelledQty, invoicedQty }: CountedLine) =>
  lineStatus === 'CANCELLED' || status === 'CANCELLED' ? Math.max(0, qty - invoicedQty) : cancelledQty

function quantitiesOf(order: CountedOrder, line: CountedLine) {
  const { qty, uom, invoicedQty, units } = line
  const cancelledQty = cancelledOf(order, line)
  const openQty = line.lineStatus === 'CLOSED' ? 0 : Math.max(0, qty - cancelledQty - invoicedQty)
  // A line in a unit that is not the sales unit stays in its own.
  const isSalesUnit = uom.toUpperCase() === units.uom.toUpperCase()
  const inBase = (some: number) => (isSalesUnit ? mulDiv(some, units.uomNumerator, units.uomDenominator) : some)
  return {
    ...{ uom, qty, cancelledQty, invoicedQty, openQty },
    isCancelled: cancelledQty > 0 ? (1 as const) : (0 as const),
    isOpen: openQty > 0 ? (1 as const) : (0 as const),
    baseUom: isSalesUnit ? units.baseUom : uom,
    baseQty: inBase(qty),
    baseCancelledQty: inBase(cancelledQty),
    baseInvoicedQty: inBase(invoicedQty),
    baseOpenQty: inBase(openQty),
  }
}

/** What became of the net value of a line, at its own price. */
function partsOf(line: CountedLine, { cancelledQty, openQty }: Pick<OrderFact, 'cancelledQty' | 'openQty'>) {
  const { qty, netValue, invoicedQty, soldValue } = line
  const part = (some: number) => (qty > 0 ? mulDiv(netValue, some, qty) : 0)
  const filledValue = part(Math.max(0, Math.min(invoicedQty, qty - cancelledQty)))
  // The paise that rounding leaves over belong to what is open, or to what was cancelled last.
  const isEnded = openQty === 0 && cancelledQty > 0 && qty - cancelledQty <= invoicedQty
  const cancelledValue = isEnded ? netValue - filledValue : part(cancelledQty)
  return {
    ...{ cancelledValue, filledValue, soldValue },
    openValue: openQty > 0 ? netValue - cancelledValue - filledValue : 0,
  }
}

/** An order cannot be submitted with an amount that is too large to be exact: its count must not be what stops a save. */
const unlessTooLarge =
  <Args extends unknown[]>(amount: (...args: Args) => number) =>
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
const takenOff = unlessTooLarge(
  (line: CountedLine, which: 'D1' | 'D2') =>
    conditionValues(line, line.qty, line.priceUnit).find(({ of }) => of === which)?.value ?? 0,
)

function valuesOf(line: CountedLine) {
  const { qty, netValue } = line
  const listValue = priceTimes(line.listPrice, qty, line.priceUnit)
  const discountValue = Math.max(0, listValue - netValue)
  const priceKind = priceKindOf(line.priceSource)
  const isOnLine = line.basePrice !== null
  const ofList = priceKind === 'LIST' ? percentOf(listValue, line.defaultDiscountPct) : 0
  const byRule = isOnLine ? takenOff(line, 'D1') : ofList
  const defaultDiscount = Math.min(byRule, discountValue)
  const byPromo = isOnLine ? takenOff(line, 'D2') : priceTimes(line.promoDiscountValue, qty, line.priceUnit)
  const promoDiscount = Math.min(byPromo, discountValue - defaultDiscount)
  return {
    ...{ priceKind, listValue, netValue, discountValue, defaultDiscount, promoDiscount },
    manualDiscount: discountValue - defaultDiscount - promoDiscount,
  }
}

/** A line without a source has the list price. */
const priceKindOf = (source: OrderLine['priceSource']): PriceKind =>
  source === 'FREE' ? 'FREE' : source === null || source === 'LIST' ? 'LIST' : 'AGREED'
