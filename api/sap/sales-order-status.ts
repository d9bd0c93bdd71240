import { sum } from '../../resources/define/amounts.ts'
import type { Confirmation } from '../../resources/orders/confirmed.ts'
import type { Entity } from './changed-since.ts'
import type { SapFields } from './fields.ts'
import { dayOfSap, filled, instantOfSap, itemNo, quantityOf, results, type SapRow, sapCode, textOf } from './wire.ts'

/** A sales order as it stands in SAP, in our names: quantities in thousandths. */
export interface SalesOrderStatus {
  sapOrderNo: string
  /** Our number of it, where it came from the portal. */
  orderNo: string | null
  /** When SAP last changed it: the watermark of the next reading. */
  changedAt: string
  /** When the portal asked: what happened here since, SAP may not have known. */
  askedAt: string
  items: SalesOrderItemStatus[]
}

export interface SalesOrderItemStatus {
  sapItemNo: string
  product: string
  uom: string
  qty: number
  /** SAP's reason why the item is refused; null for one that is to be delivered. */
  rejectionCode: string | null
  confirmations: Confirmation[]
  deliveredQty: number
}

export const salesOrders: Entity<SalesOrderStatus> = {
  path: 'API_SALES_ORDER_SRV/A_SalesOrder',
  key: 'SalesOrder',
  expand: 'to_Item,to_Item/to_ScheduleLine',
  title: 'sales order',
  read: salesOrderStatusOf,
}

/** Reads one entity of A_SalesOrder with its items and schedule lines. Throws RangeError when unreadable. */
function salesOrderStatusOf(row: SapRow, fields: SapFields, askedAt: string): SalesOrderStatus {
  return {
    sapOrderNo: sapCode(filled(row.SalesOrder)),
    orderNo: textOf(row[fields.orderNo]),
    changedAt: instantOfSap(row.LastChangeDateTime),
    askedAt,
    items: results(row.to_Item).map(itemStatusOf),
  }
}

/** What SAP cannot confirm for the day it was asked for stands on schedule lines of its own, which order nothing. */
function itemStatusOf(item: SapRow): SalesOrderItemStatus {
  const schedules = results(item.to_ScheduleLine)
  return {
    sapItemNo: itemNo(filled(item.SalesOrderItem)),
    product: filled(item.Material),
    uom: filled(item.RequestedQuantityUnit),
    qty: quantityOf(item.RequestedQuantity),
    rejectionCode: textOf(item.SalesDocumentRjcnReason),
    confirmations: schedules.flatMap(schedule => {
      const qty = quantityOf(schedule.ConfdOrderQtyByMatlAvailCheck)
      return qty > 0 ? [{ day: dayOfSap(schedule.ConfirmedDeliveryDate), qty }] : []
    }),
    deliveredQty: sum(schedules.map(schedule => quantityOf(schedule.DeliveredQtyInOrderQtyUnit))),
  }
}
