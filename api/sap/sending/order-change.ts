import { itemNo, sapCode } from '../../../resources/sap/codes.ts'
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
import { SapError } from '../http/sap-error.ts'
import type { SapSession } from '../http/session.ts'
import { changeSalesOrder, type EntityChange, itemPath } from './changes-in-sap.ts'

/** Changes a sales order in SAP; what stands there already is not sent again. Throws BUSINESS where nothing is left to change. */
export const changeOrderInSap = (session: SapSession, fields: SapFields, message: OrderChangeMessage): Promise<void> =>
  changeSalesOrder(session, message.sapOrderNo, order => [
    ...headerChange(order, fields, message),
    ...itemChanges(order, message),
    ...scheduleChanges(order, message),
  ])

function headerChange(order: SapRow, fields: SapFields, message: OrderChangeMessage): EntityChange[] {
  const entries = Object.entries(headerBody(message, fields)).filter(([name, value]) => value !== order[name])
  return entries.length > 0 ? [{ path: headerPath(message.sapOrderNo), body: Object.fromEntries(entries) }] : []
}

export const headerPath = (sapOrderNo: string) => `A_SalesOrder(${odataLiteral(sapCode(sapOrderNo))})`

/** What a message wants of the header, in SAP's names. */
export function headerBody(message: OrderChangeMessage, fields: SapFields): SapRow {
  const { requestedDeliveryDate, customerPoNo, transMode, completeDelivery } = message
  const headerFields = {
    RequestedDeliveryDate: requestedDeliveryDate && sapDate(requestedDeliveryDate),
    PurchaseOrderByCustomer: customerPoNo?.slice(0, 35),
    ShippingType: transMode && fields.shippingTypes[transMode],
    CompleteDeliveryIsDefined: completeDelivery,
  }
  return Object.fromEntries(Object.entries(headerFields).filter(([, value]) => value !== undefined))
}

function itemChanges(order: SapRow, { sapOrderNo, items = [] }: OrderChangeMessage): EntityChange[] {
  const rows = openItems(order)
  return items.flatMap(({ sapItemNo, qty }) => {
    const row = rows.find(item => itemNo(requiredText(item.SalesOrderItem, 'SalesOrderItem')) === itemNo(sapItemNo))
    if (!row)
      throw new SapError('BUSINESS', `Sales order ${sapOrderNo} has no open item ${Number(sapItemNo)} to change.`)
    if (fromSapQuantity(row.RequestedQuantity) === qty) return []
    return [{ path: itemPath(sapOrderNo, sapItemNo), body: { RequestedQuantity: toSapQuantity(qty) } }]
  })
}

/** Schedule lines that have not left get the new day: SAP does not carry it on. Throws BUSINESS where all has left. */
function scheduleChanges(order: SapRow, { sapOrderNo, requestedDeliveryDate: day }: OrderChangeMessage) {
  if (day === undefined) return []
  const coming = openItems(order).flatMap(item =>
    collectionRows(item.to_ScheduleLine)
      .filter(isOpen)
      .map(line => ({ item, line })),
  )
  if (coming.length === 0)
    throw new SapError('BUSINESS', `SAP has delivered all of sales order ${sapOrderNo}: no delivery is left to move.`)
  return coming
    .filter(({ line }) => dayOfSap(line.RequestedDeliveryDate) !== day)
    .map(({ item, line }) => ({
      path: schedulePath(
        sapOrderNo,
        requiredText(item.SalesOrderItem, 'SalesOrderItem'),
        requiredText(line.ScheduleLine, 'ScheduleLine'),
      ),
      body: { RequestedDeliveryDate: sapDate(day) },
    }))
}

const openItems = (order: SapRow) =>
  expandedRows(order.to_Item).filter(item => optionalText(item.SalesDocumentRjcnReason) === null)

/** Lines that SAP added to confirm a later day bear no quantity of their own. */
const isOpen = (line: SapRow) =>
  fromSapQuantity(line.ScheduleLineOrderQuantity) > fromSapQuantity(line.DeliveredQtyInOrderQtyUnit)

const schedulePath = (sapOrderNo: string, item: string, line: string) =>
  `A_SalesOrderScheduleLine(SalesOrder=${odataLiteral(sapCode(sapOrderNo))},SalesOrderItem=${odataLiteral(itemNo(item))},ScheduleLine=${odataLiteral(line.padStart(4, '0'))})`
