import { sum } from '../../../resources/define/amounts.ts'
import { itemNo } from '../../../resources/sap/codes.ts'
import type { OrderChangeMessage } from '../../../resources/sap/messages.ts'
import type { SapFields } from '../http/fields.ts'
import {
  collectionRows,
  dayOfSap,
  expandedRows,
  fromSapQuantity,
  odataLiteral,
  optionalText,
  requiredText,
  type SapRow,
  sapDate,
  toSapQuantity,
} from '../http/odata.ts'
import { orderServiceOf } from '../http/order-services.ts'
import { SapError } from '../http/sap-error.ts'
import type { SapSession } from '../http/session.ts'
import {
  type ChangedOrder,
  changeSalesOrder,
  type EntityChange,
  itemPath,
  keysOf,
  orderPath,
} from './changes-in-sap.ts'

/** Changes a sales order in SAP; what stands there already is not sent again. Throws BUSINESS where nothing is left to change. */
export const changeOrderInSap = (session: SapSession, fields: SapFields, message: OrderChangeMessage): Promise<void> =>
  changeSalesOrder(session, message, order => [
    ...headerChange(order, fields, message),
    ...itemChanges(order, message),
    ...scheduleChanges(order, message),
  ])

function headerChange(order: SapRow, fields: SapFields, message: OrderChangeMessage): EntityChange[] {
  const entries = Object.entries(headerBody(message, fields)).filter(([name, value]) => value !== order[name])
  return entries.length > 0 ? [{ path: orderPath(message), body: Object.fromEntries(entries) }] : []
}

/** What a message wants of the header, in SAP's names. */
export function headerBody(message: OrderChangeMessage, fields: SapFields): SapRow {
  const { requestedDeliveryDate, customerPoNo, transMode, completeDelivery } = message
  const headerFields = {
    RequestedDeliveryDate: requestedDeliveryDate && sapDate(requestedDeliveryDate),
    // Of orders free of charge it bears our number.
    PurchaseOrderByCustomer: message.isFreeOfCharge ? undefined : customerPoNo?.slice(0, 35),
    ShippingType: transMode && fields.shippingTypes[transMode],
    CompleteDeliveryIsDefined: completeDelivery,
  }
  return Object.fromEntries(Object.entries(headerFields).filter(([, value]) => value !== undefined))
}

function itemChanges(order: SapRow, message: OrderChangeMessage): EntityChange[] {
  const rows = openItems(order)
  const resized = (message.items ?? []).map(({ sapItemNo, qty }) => {
    const row = rows.find(item => numberOf(item) === itemNo(sapItemNo))
    if (!row)
      throw new SapError(
        'BUSINESS',
        `Sales order ${message.sapOrderNo} has no open item ${Number(sapItemNo)} to change.`,
      )
    return { row, body: { RequestedQuantity: toSapQuantity(qty) } }
  })
  return rows.flatMap(row => {
    const body = { ...referenceOf(message, row), ...resized.find(one => one.row === row)?.body }
    const differs = Object.entries(body).some(([name, value]) => !isSame(row[name], value))
    return differs ? [{ path: itemPath(message, numberOf(row)), body }] : []
  })
}

const numberOf = (item: SapRow) => itemNo(requiredText(item.SalesOrderItem, 'SalesOrderItem'))

/** The customer's reference stands on the items of an order free of charge. */
function referenceOf({ isFreeOfCharge, customerPoNo }: OrderChangeMessage, row: SapRow): SapRow {
  const wanted = isFreeOfCharge ? customerPoNo?.slice(0, 35) : undefined
  return wanted === undefined || row.PurchaseOrderByCustomer === wanted ? {} : { PurchaseOrderByCustomer: wanted }
}

const isSame = (one: unknown, other: unknown) =>
  one === other || (isQuantity(one) && isQuantity(other) && fromSapQuantity(one) === fromSapQuantity(other))
const isQuantity = (value: unknown) => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)

/** Schedule lines that have not left get the new day: SAP does not carry it on. Throws BUSINESS where all has left. */
function scheduleChanges(order: SapRow, message: OrderChangeMessage): EntityChange[] {
  const { sapOrderNo, requestedDeliveryDate: day } = message
  if (day === undefined) return []
  const of = orderServiceOf(message)
  const items = openItems(order)
  const coming = items.flatMap(item =>
    collectionRows(item.to_ScheduleLine)
      .filter(line => of.scheduleLine !== null && isOpen(line))
      .map(line => ({ item, line })),
  )
  if (of.scheduleLine === null ? !items.some(isToCome) : coming.length === 0)
    throw new SapError('BUSINESS', `SAP has delivered all of sales order ${sapOrderNo}: no delivery is left to move.`)
  return coming
    .filter(({ line }) => dayOfSap(line.RequestedDeliveryDate) !== day)
    .map(({ item, line }) => ({
      path: schedulePath(message, numberOf(item), requiredText(line.ScheduleLine, 'ScheduleLine')),
      body: { RequestedDeliveryDate: sapDate(day) },
    }))
}

/** Something of the item is still to be delivered. */
const isToCome = (item: SapRow) =>
  fromSapQuantity(item.RequestedQuantity) >
  sum(collectionRows(item.to_ScheduleLine).map(line => fromSapQuantity(line.DeliveredQtyInOrderQtyUnit)))

const openItems = (order: SapRow) =>
  expandedRows(order.to_Item).filter(item => optionalText(item.SalesDocumentRjcnReason) === null)

/** Lines that SAP added to confirm a later day bear no quantity of their own. */
const isOpen = (line: SapRow) =>
  fromSapQuantity(line.ScheduleLineOrderQuantity) > fromSapQuantity(line.DeliveredQtyInOrderQtyUnit)

const schedulePath = (order: ChangedOrder, item: string, line: string) => {
  const of = orderServiceOf(order)
  return `${of.scheduleLine}(${keysOf(of, order, item)},ScheduleLine=${odataLiteral(line.padStart(4, '0'))})`
}
