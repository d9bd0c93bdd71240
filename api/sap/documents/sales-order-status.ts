import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import type { Condition } from '../../../resources/orders/line-price.ts'
import type { Confirmation } from '../../../resources/orders/sap/confirmed.ts'
import { itemNo, plainCode, sapCode } from '../../../resources/sap/codes.ts'
import { discountOfType, type SapFields } from '../http/fields.ts'
import {
  collectionRows,
  dayOfSap,
  expandedRows,
  fromSapAmount,
  fromSapQuantity,
  instantOfSap,
  ofItem,
  optionalText,
  requiredText,
  type SapRow,
} from '../http/odata.ts'
import { type Charged, inOrderNames, orderServiceOf } from '../http/order-services.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { keptCode } from '../identity/key-forms.ts'
import { demandCurrency } from '../identity/money.ts'
import type { SapEntity } from '../reading/changed-since.ts'
import { isActiveCondition } from './condition.ts'
import { type BlocksInSap, blocksInSap } from './order-blocks.ts'

/** A sales order as it is in SAP, in our names: quantities in thousandths. */
export interface SalesOrderStatus {
  sapOrderNo: string
  /** Our number of the order, where it came from the portal. */
  orderNo: string | null
  /** When SAP last changed it: the watermark of the next reading. */
  changedAt: string
  /** When the portal requested it: SAP may not know what happened here since. */
  askedAt: string
  items: SalesOrderItemStatus[]
  /** What holds it in SAP; left out where that is not told. */
  blocks?: BlocksInSap
  /** The day that SAP has for all of it; left out where that is not told. */
  requestedDay?: string | null
  /** How much of it SAP has delivered and rejected, in SAP's letters; left out where that is not told. */
  progress?: { delivered: string | null; rejected: string | null }
  /** SAP no longer has it: its user deleted it there. */
  isDeleted?: true
}

export interface SalesOrderItemStatus {
  sapItemNo: string
  product: string
  uom: string
  qty: number
  /** SAP's reason why the item is refused; null for one that is to be delivered. */
  rejectionCode: string | null
  /** The plant that supplies it; null where SAP names none. */
  plant: string | null
  /** For one unit, in paise, without freight and tax; null where SAP gives no price, as of a free item. */
  netPrice: number | null
  /** Where SAP prices more than one, or another unit than the item's: `rate` paise for `qty` thousandths of `uom`. */
  pricedIn?: { rate: number; qty: number; uom: string }
  /** What SAP takes off that price, in its order; an amount is for as many units as the price. Null where it is not told. */
  discounts: Condition[] | null
  /** Of the whole item, in paise; null where SAP tells no conditions. */
  freightValue: number | null
  /** The item that it is a part of: of a kit, or one that comes free with another. */
  partOf: string | null
  /** SAP supplies another product than was ordered, and says why. */
  isSubstituted: boolean
  confirmations: Confirmation[]
  deliveredQty: number
  /** SAP's unit, where the item is given in that of our line. */
  sapUom?: string
  /** The days that SAP's schedule lines are asked for, the first first; left out where that is not told. */
  requestedDays?: readonly string[]
}

/** Represents a sales order of ours that SAP no longer has. */
export const deletedOrder = (sapOrderNo: string, orderNo: string, askedAt: string): SalesOrderStatus => ({
  sapOrderNo,
  orderNo,
  changedAt: askedAt,
  askedAt,
  items: [],
  isDeleted: true,
})

/** The sales orders of one service: those that are billed, or those that are free of charge. */
export function salesOrdersOf(charged: Charged): SapEntity<SalesOrderStatus> {
  const of = orderServiceOf(charged)
  const set = entitySet(`${of.service}/${of.order}`, { expand: of.expand })
  return {
    ...set,
    title: 'sales order',
    read: (row, fields, askedAt) => {
      demandCurrency(row, set.identity, `Sales order ${keptCode(row[of.names.SalesOrder ?? 'SalesOrder'])}`)
      return salesOrderStatusOf(inOrderNames(of, row), fields, askedAt, of.orderNoIn(fields))
    },
  }
}

export const salesOrders = salesOrdersOf({})

/** Reads one entity of A_SalesOrder with its items and schedule lines. Throws RangeError when unreadable. */
function salesOrderStatusOf(row: SapRow, fields: SapFields, askedAt: string, orderNoIn: string): SalesOrderStatus {
  return {
    sapOrderNo: sapCode(requiredText(row.SalesOrder, 'SalesOrder')),
    orderNo: optionalText(row[orderNoIn]),
    changedAt: instantOfSap(row.LastChangeDateTime),
    askedAt,
    items: expandedRows(row.to_Item).map(item =>
      ofItem(item.SalesOrderItem, () => itemStatusOf(item, fields, isForeign(row))),
    ),
    blocks: blocksInSap(row, fields, HOME_CURRENCY),
    ...('RequestedDeliveryDate' in row && {
      requestedDay: row.RequestedDeliveryDate ? dayOfSap(row.RequestedDeliveryDate) : null,
    }),
    ...('OverallDeliveryStatus' in row && {
      progress: {
        delivered: optionalText(row.OverallDeliveryStatus),
        rejected: optionalText(row.OverallSDDocumentRejectionSts),
      },
    }),
  }
}

/** The currency of the company, in which the portal keeps every amount. */
const HOME_CURRENCY = 'INR'

/** Amounts of another currency are no rupees: our price stays. */
const isForeign = ({ TransactionCurrency }: SapRow) =>
  (optionalText(TransactionCurrency) ?? HOME_CURRENCY) !== HOME_CURRENCY

/** What SAP cannot confirm for the requested day stands on schedule lines of its own, with order quantity zero. */
function itemStatusOf(item: SapRow, fields: SapFields, foreign: boolean): SalesOrderItemStatus {
  const { price, freight } = fields
  const schedules = collectionRows(item.to_ScheduleLine)
  return {
    sapItemNo: itemNo(requiredText(item.SalesOrderItem, 'SalesOrderItem')),
    product: plainCode(requiredText(item.Material, 'Material')),
    uom: requiredText(item.RequestedQuantityUnit, 'RequestedQuantityUnit'),
    qty: fromSapQuantity(item.RequestedQuantity),
    rejectionCode: rejectionOf(item, fields),
    plant: optionalText(item.ProductionPlant),
    ...(foreign
      ? { netPrice: null, discounts: null, freightValue: null }
      : {
          ...pricesOf(
            collectionRows(item.to_PricingElement),
            price,
            requiredText(item.RequestedQuantityUnit, 'RequestedQuantityUnit'),
          ),
          discounts: item.discountsUntold === true ? null : discountsOf(collectionRows(item.to_PricingElement), fields),
          freightValue: freightOf(item, freight),
        }),
    partOf: Number(item.HigherLevelItem) > 0 ? itemNo(String(item.HigherLevelItem)) : null,
    isSubstituted: optionalText(item.MaterialSubstitutionReason) !== null,
    confirmations: schedules.flatMap(schedule => {
      const qty = fromSapQuantity(schedule.ConfdOrderQtyByMatlAvailCheck)
      // Schedule lines of orders free of charge have no such field: the day is unknown.
      const day = schedule.ConfirmedDeliveryDate
      return qty > 0 ? [{ day: day === undefined ? null : dayOfSap(day), qty }] : []
    }),
    deliveredQty: sum(schedules.map(schedule => fromSapQuantity(schedule.DeliveredQtyInOrderQtyUnit))),
    ...(schedules.some(schedule => 'RequestedDeliveryDate' in schedule) && { requestedDays: requestedDays(schedules) }),
  }
}

/** A reason that is only being checked is a hold, and refuses nothing yet. */
function rejectionOf({ SalesDocumentRjcnReason }: SapRow, { rejectionPending }: SapFields): string | null {
  const reason = optionalText(SalesDocumentRjcnReason)
  return reason !== null && rejectionPending.includes(reason) ? null : reason
}

/** What SAP could not confirm stands on schedule lines of quantity zero, which nobody asked for. */
const requestedDays = (schedules: readonly SapRow[]): string[] =>
  schedules
    .filter(
      ({ RequestedDeliveryDate, ScheduleLineOrderQuantity }) =>
        RequestedDeliveryDate && fromSapQuantity(ScheduleLineOrderQuantity) > 0,
    )
    .map(({ RequestedDeliveryDate }) => dayOfSap(RequestedDeliveryDate))
    .toSorted()

/** The active conditions of freight; SAP has not computed an amount yet where only the rate stands. */
function freightOf(item: SapRow, type: string): number | null {
  const conditions = collectionRows(item.to_PricingElement)
  if (conditions.length === 0) return null
  const counting = conditions.filter(row => row.ConditionType === type && isActiveCondition(row))
  return sum(counting.map(row => fromSapAmount(row.ConditionAmount || row.ConditionRateValue)))
}

/** The active condition: SAP may store a price for ten or a hundred units, and for another unit than the item's. */
function pricesOf(conditions: readonly SapRow[], type: string, uom: string) {
  const counts = conditions.find(row => row.ConditionType === type && isActiveCondition(row))
  if (!counts) return { netPrice: null }
  const rate = fromSapAmount(counts.ConditionRateValue)
  const units = counts.ConditionQuantity ? fromSapQuantity(counts.ConditionQuantity) : 1000
  const qty = units > 0 ? units : 1000
  const pricedIn = optionalText(counts.ConditionQuantityUnit) ?? uom
  return {
    netPrice: mulDiv(rate, 1000, qty),
    ...((pricedIn !== uom || qty !== 1000) && { pricedIn: { rate, qty, uom: pricedIn } }),
  }
}

/** The active conditions that are discounts, as SAP applies them; one that it gives by quantity is an amount. */
const discountsOf = (conditions: readonly SapRow[], fields: SapFields): Condition[] =>
  conditions.filter(isActiveCondition).flatMap((row): Condition[] => {
    const type = String(row.ConditionType)
    const of = discountOfType(fields, type)
    if (of === undefined) return []
    if (type !== fields.discounts[2]) return [{ of, pct: -mulDiv(fromSapQuantity(row.ConditionRateValue), 1, 10) }]
    return [{ of, amount: -fromSapAmount(row.ConditionRateValue) }]
  })
