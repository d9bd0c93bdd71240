import { dayText, quantityText } from '../../../resources/define/show.ts'
import { itemNo, sapCode } from '../../../resources/sap/codes.ts'
import type { SalesOrderLine, SalesOrderMessage } from '../../../resources/sap/messages.ts'
import type { SapFields } from '../http/fields.ts'
import { sapDate, toSapQuantity } from '../http/odata.ts'
import { inItsNames, orderServiceOf } from '../http/order-services.ts'
import { incotermsOf, partnersOf, present, texts } from './order-parts.ts'

/**
 * The body of `POST API_SALES_ORDER_WITHOUT_CHARGE_SRV/A_SalesOrderWithoutCharge`. It has no prices, and one requested day,
 * that of the header; the header's reference is our order number, and the customer's own stands on the items.
 */
export function freeOrderBody(message: SalesOrderMessage, fields: SapFields) {
  const body = present({
    SalesOrderType: message.sapOrderType,
    SalesOrganization: message.salesOrg,
    DistributionChannel: message.channel,
    OrganizationDivision: message.division,
    SalesGroup: message.salesGroup,
    SalesOffice: message.salesOffice,
    SoldToParty: sapCode(message.soldTo),
    PurchaseOrderByCustomer: message.orderNo,
    CustomerPurchaseOrderDate: message.customerPoDate && sapDate(message.customerPoDate),
    SalesOrderDate: sapDate(message.orderDate),
    SDDocumentReason: fields.freeOrderReason,
    RequestedDeliveryDate: sapDate(message.requestedDeliveryDate),
    TransactionCurrency: 'INR',
    CompleteDeliveryIsDefined: message.completeDelivery,
    ShippingType: fields.shippingTypes[message.transMode] || null,
    IncotermsClassification: incotermsOf(message),
    to_Partner: partnersOf(message),
    to_Text: texts(fields.remarks, message.remarks),
    to_Item: { results: message.lines.map(line => itemBody(line, message, fields)) },
  })
  return inItsNames(orderServiceOf({ isFreeOfCharge: true }), body)
}

const itemBody = (line: SalesOrderLine, message: SalesOrderMessage, fields: SapFields) =>
  present({
    SalesOrderItem: itemNo(line.lineNo),
    Material: line.product,
    PurchaseOrderByCustomer: message.customerPoNo?.slice(0, 35) ?? null,
    RequestedQuantity: toSapQuantity(line.qty),
    RequestedQuantityUnit: line.uom,
    ProductionPlant: line.plant,
    ShippingPoint: line.shippingPoint,
    Batch: line.requestedBatchNo,
    MaterialPricingGroup: line.pricingGroup ?? null,
    to_Text: texts(fields.shippingInstruction, instructionOf(line, message)),
  })

/** The instruction of a line, and the days that only people in SAP can schedule where they are not that of the order. */
function instructionOf(line: SalesOrderLine, { requestedDeliveryDate }: SalesOrderMessage): string | null {
  const isUsual = line.scheduleLines.every(({ requestedDate }) => requestedDate === requestedDeliveryDate)
  const days = line.scheduleLines.map(one => `${quantityText(one.qty)} ${line.uom} on ${dayText(one.requestedDate)}`)
  return [line.shippingInstruction, isUsual ? null : `Requested: ${days.join(', ')}`].filter(Boolean).join('\n') || null
}
