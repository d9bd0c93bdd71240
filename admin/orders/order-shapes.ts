import type { EudNeed, EudOfLine } from '../../resources/orders/quote/eud.ts'
import type { PromiseTold } from '../../resources/orders/quote/promise.ts'
import type { OrderTotals } from '../../resources/orders/totals.ts'
import type { RowUsed, Trace } from '../../resources/orders/trace.ts'
import type { FreightTerms, TransMode } from '../../resources/trade.ts'

/** The API of the order pages; money in paise, percent in hundredths, quantities in thousandths. */

export interface FoundCustomer {
  id: number
  code: string
  name: string
  city: string | null
  channel: string | null
  /** SAP's order block, or `portal` for a block of the portal. */
  blocked: string | null
}

export interface OfferedProduct {
  id: number
  code: string
  name: string
  packSize: string | null
  uom: string
  packQty: number
  minOrderQty: number
  maxOrderQty: number | null
  casNo: string | null
  sbu: string
}

/** The match of a pasted row: one product and how it was recognised, or the products most like it. */
export interface Matched {
  by: 'code' | 'itemCode' | 'learned' | 'cas' | 'name' | null
  product: OfferedProduct | null
  matches: OfferedProduct[]
}

export type LineSource = 'order' | 'annexure' | 'template'

/** The sources of lines, and the person's open carts for the customer. */
export interface LineSources {
  orders: { id: number; orderNo: string; orderDate: string; lines: number }[]
  carts: { id: number; orderNo: string; lines: number; updatedAt: string }[]
  annexures: { id: number; annexureNo: string; validTo: string }[]
  templates: { id: number; name: string; lines: number }[]
}

export interface FrequentItem extends OfferedProduct {
  qty: number
  source: 'PINNED' | 'COMPUTED'
}

export interface OrderTypeOffered {
  id: number
  code: string
  name: string
  isDefault: boolean
  requiresPo: boolean
  allowsManualDiscount: boolean
}

interface ShipToOffered {
  id: number
  code: string
  name: string
  city?: string
  state?: string
  pincode: string
  isDefault: boolean
}

export interface OrderContext {
  customer: { id: number; code: string; name: string; gstin: string | null; sapOrderBlock: string | null }
  /** Why the customer may not order, or only with a warning; without an SBU it concerns all of them. */
  blocks: { mode: 'BLOCK' | 'WARN'; sbuId: number | null; message: string }[]
  shipTos: ShipToOffered[]
  sbus: { id: number; code: string; name: string; orderTypes: OrderTypeOffered[] }[]
  ownDiscountLimit: number | null
  /** The customer's credit before this order, in paise; null for people who may not see it. */
  credit: { creditLimit: number; outstanding: number; otherOrders: number; overdueDays: number } | null
  /** How many hours approvals usually take. */
  usual: { sbu: string; step: string; hours: number; tasks: number }[]
  poFileRequiredAbove: number
  defaults: { freightTerms: FreightTerms; transMode: TransMode; requestedDeliveryDate: string }
}

/** The header fields of an order; null where nothing is chosen yet. */
export interface Header {
  shipToId: number | null
  orderTypeId: number | null
  requestedDeliveryDate: string | null
  freightTerms: FreightTerms | null
  transMode: TransMode | null
  customerPoNo: string | null
  customerPoDate: string | null
  poAttachmentId: number | null
  preferredTransporterId: number | null
  completeDelivery: boolean
  remarks: string | null
  /** For employees only; absent in a buyer's order. */
  internalNote?: string | null
}

export interface LineBody {
  productId: number
  qty: number
  manualDiscountPct: number
  promoCode: string | null
  plantId: number | null
  requestedBatchNo: string | null
  singleBatchRequired: boolean
  shippingInstruction: string | null
  /** The end-user document given for the line. */
  eudDocumentId: number | null
  schedules: { requestedDate: string; qty: number }[]
}

export interface OrderBody extends Header {
  customerId: number
  lines: LineBody[]
}

export type EudNeeded = Pick<
  EudNeed,
  'documentType' | 'frequency' | 'qtyControlled' | 'templateAttachmentId' | 'onFile' | 'documentId' | 'missing'
>

/** The end-user documents a line needs and their state; `documentId` is the one that covers it. */
export interface LineEudTold {
  needed: boolean
  status: EudOfLine['eudStatus']
  types: EudNeeded[]
  onFile: boolean
  documentId: number | null
  blocked: boolean
}

/** The rules' results for a line; `priceTrace` is for employees only. */
export interface DecidedLine {
  listPrice: number
  netPrice: number
  priceSource: string | null
  defaultDiscountPct: number
  manualDiscountPct: number
  discountPct: number
  promoDiscountValue?: number
  netValue: number
  shippingInstruction: string | null
  singleBatchRequired: boolean
  freightValue: number
  taxableValue: number
  gstRate: number
  cgst: number
  sgst: number
  igst: number
  taxReason?: string
  grossValue: number
  /** The distributor who buys for the customer. */
  soldVia?: string | null
  plant: string | null
  sourceRule: string | null
  /** Whether the plant has less than ordered; how much it has is shown to employees only. */
  backOrder: boolean
  stock: number | null
  promiseDate: string | null
  /** The source of the promise, when it was requested. */
  promise?: PromiseTold | null
  eud?: LineEudTold
  sourceTrace?: Trace
  priceTrace?: Trace
}

/** A decided line with its index among the quoted lines, from 0. */
export interface QuotedLine extends DecidedLine {
  index: number
}

export type Totals = Omit<OrderTotals, 'maxDiscountPct'>

export interface Fault {
  field: string
  code: string
  message: string
  /** A product that may be ordered instead. */
  substitute?: { id: number; code: string; name: string }
  /** The rule and the master row behind it, for employees. */
  rule?: string
  title?: string
  row?: RowUsed
}

export interface ApprovalAhead {
  sbu: string
  step: string
  title: string
  reason: string
  people: string[]
  missing: boolean
  /** How its approvers were found. */
  trace: Trace
}

export interface Quote {
  lines: QuotedLine[]
  totals: Totals | null
  /** The totals of goods bought through a distributor are hidden from the distributor's customer. */
  orders: { sbu: string; soldVia: string | null; lines: number; totals: Totals | null }[]
  faults: Fault[]
  /** Warnings, which do not stop the order. */
  warnings: Fault[]
  approvals: ApprovalAhead[]
}
