import { itemNo, sapCode } from '../../../resources/sap/codes.ts'
import type { SalesOrderLine, SalesOrderMessage } from '../../../resources/sap/messages.ts'
import { discountType, type SapFields, standardFields } from '../http/fields.ts'
import { sapDate, toSapAmount, toSapQuantity } from '../http/odata.ts'
import { freeOrderBody } from './free-order-message.ts'
import { incotermsOf, partnersOf, present, texts } from './order-parts.ts'

/** SAP's number of an order, and of its items by our line numbers. */
export type CreatedSalesOrder = { salesOrder: string; items: { lineNo: number; salesOrderItem: string }[] }

/** The body with which an order is posted to the service that holds it. */
export const salesOrderBody = (message: SalesOrderMessage, fields: SapFields = standardFields) =>
  message.isFreeOfCharge ? freeOrderBody(message, fields) : chargedOrderBody(message, fields)

/** The body of `POST API_SALES_ORDER_SRV/A_SalesOrder`, without fields that have no value: SAP determines its own. */
function chargedOrderBody(message: SalesOrderMessage, fields: SapFields) {
  return present({
    SalesOrderType: message.sapOrderType,
    SalesOrganization: message.salesOrg,
    DistributionChannel: message.channel,
    OrganizationDivision: message.division,
    SalesGroup: message.salesGroup,
    SalesOffice: message.salesOffice,
    SoldToParty: sapCode(message.soldTo),
    PurchaseOrderByCustomer: (message.customerPoNo ?? message.orderNo).slice(0, 35),
    CustomerPurchaseOrderDate: message.customerPoDate && sapDate(message.customerPoDate),
    [fields.orderNo]: message.orderNo,
    RequestedDeliveryDate: sapDate(message.requestedDeliveryDate),
    PricingDate: sapDate(message.orderDate),
    TransactionCurrency: 'INR',
    CompleteDeliveryIsDefined: message.completeDelivery,
    ShippingType: fields.shippingTypes[message.transMode] || null,
    CustomerPaymentTerms: message.paymentTermsCode,
    IncotermsClassification: incotermsOf(message),
    ReferenceSDDocument: message.sapContractNo,
    to_Partner: partnersOf(message),
    to_Text: texts(fields.remarks, message.remarks),
    to_Item: { results: message.lines.map(line => itemBody(line, fields)) },
  })
}

function itemBody(line: SalesOrderLine, fields: SapFields) {
  return present({
    SalesOrderItem: itemNo(line.lineNo),
    Material: line.product,
    RequestedQuantity: toSapQuantity(line.qty),
    RequestedQuantityUnit: line.uom,
    ProductionPlant: line.plant,
    ShippingPoint: line.shippingPoint,
    Batch: line.requestedBatchNo,
    MaterialPricingGroup: line.pricingGroup ?? null,
    ...Object.fromEntries(
      (line.materialGroups ?? []).map((group, index) => [`AdditionalMaterialGroup${index + 1}`, group]),
    ),
    ReferenceSDDocument: line.sapContractNo,
    ReferenceSDDocumentItem: line.sapContractItem,
    to_PricingElement: list(conditions(line, fields)),
    to_ScheduleLine: list(
      line.scheduleLines.map(schedule => ({
        RequestedDeliveryDate: sapDate(schedule.requestedDate),
        ScheduleLineOrderQuantity: toSapQuantity(schedule.qty),
      })),
    ),
    to_Text: texts(fields.shippingInstruction, line.shippingInstruction),
  })
}

/**
 * The conditions of a line. The price is always sent, whatever its source, so that the invoice bears the agreed price:
 * net, or with discounts where SAP must round them on the line. A free line has none, as SAP's free item categories are
 * not priced.
 */
function conditions(line: SalesOrderLine, fields: SapFields) {
  if (line.priceSource === 'FREE') return []
  const price = {
    ConditionType: fields.price,
    ConditionRateValue: toSapAmount(line.basePrice ?? line.netPrice),
    ConditionCurrency: 'INR',
    ConditionQuantity: String(line.priceUnit ?? 1),
    ConditionQuantityUnit: line.uom,
  }
  const freight = {
    ConditionType: fields.freight,
    ConditionRateValue: toSapAmount(line.freightValue),
    ConditionCurrency: 'INR',
  }
  const discounts = (line.discounts ?? []).map(discount => ({
    ConditionType: discountType(fields, discount),
    ...('pct' in discount
      ? { ConditionRateValue: toSapQuantity(-discount.pct * 10) }
      : { ...price, ConditionType: discountType(fields, discount), ConditionRateValue: toSapAmount(-discount.amount) }),
  }))
  return [price, ...discounts, ...(line.freightValue > 0 ? [freight] : [])]
}

const list = <T>(rows: T[]) => (rows.length > 0 ? { results: rows } : null)
