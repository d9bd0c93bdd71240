import type { Condition } from '../orders/line-price.ts'

/** An order as the outbox holds it for SAP: our names; money in paise, quantities and weights in thousandths, days as text. */
export type SalesOrderMessage = {
  orderNo: string
  /** Whether nothing of it is billed, so that another service of SAP holds it; absent in messages of earlier versions. */
  isFreeOfCharge?: boolean
  sapOrderType: string
  salesOrg: string
  channel: string
  division: string
  salesGroup: string | null
  salesOffice: string | null
  soldTo: string
  shipTo: string
  billTo: string
  payer: string
  customerPoNo: string | null
  customerPoDate: string | null
  orderDate: string
  requestedDeliveryDate: string
  completeDelivery: boolean
  transMode: string
  freightTerms: 'FOR' | 'BILLED' | 'TO_PAY'
  paymentTermsCode: string
  /** The rate contract, only where every line is called off from it. */
  sapContractNo: string | null
  remarks: string | null
  lines: SalesOrderLine[]
}

/** One line of the order. Weights and taxes are SAP's own: messages of earlier versions name them in vain. */
export type SalesOrderLine = {
  lineNo: number
  product: string
  qty: number
  uom: string
  plant: string
  shippingPoint: string | null
  requestedBatchNo: string | null
  sapContractNo: string | null
  sapContractItem: string | null
  priceSource: 'SHIP_TO_PRICE' | 'CUSTOMER_PRICE' | 'RATE_CONTRACT' | 'LIST' | 'FREE'
  /** In paise, for `priceUnit` units; absent in messages of earlier versions, which were for one. */
  netPrice: number
  priceUnit?: number
  /** Where the net price does not come to the value of the line: the price before discounts, and these. */
  basePrice?: number
  discounts?: Condition[]
  freightValue: number
  /** The product's material groups 1 to 5, and its pricing group; absent in messages of earlier versions. */
  materialGroups?: (string | null)[]
  pricingGroup?: string | null
  shippingInstruction: string | null
  scheduleLines: { requestedDate: string; qty: number }[]
}

/** What is to change of a sales order that SAP has; what is absent stays. Quantities in thousandths. */
export interface OrderChangeMessage {
  sapOrderNo: string
  isFreeOfCharge?: boolean
  /** For the order and for each delivery that has not left. */
  requestedDeliveryDate?: string
  customerPoNo?: string
  transMode?: string
  completeDelivery?: boolean
  items?: readonly { sapItemNo: string; qty: number }[]
}

/**
 * A line to be closed in SAP: with `remainingQty` (thousandths) it is reduced to that, without it is rejected whole.
 */
export type ItemCancelMessage = {
  sapOrderNo: string
  isFreeOfCharge?: boolean
  sapItemNo: string
  rejectionCode: string
  remainingQty: number | null
}
