import type { EudNeed, EudOfLine } from '../../resources/orders/quote/eud.ts'
import type { PromiseTold } from '../../resources/orders/quote/promise.ts'
import type { OrderTotals } from '../../resources/orders/totals.ts'
import type { RowUsed, Trace } from '../../resources/orders/trace.ts'
import type { FreightTerms, TransMode } from '../../resources/trade.ts'

/** What the order pages ask the server, and what it answers; money in paise, percent in hundredths, quantity in thousandths. */

export interface FoundCustomer {
  id: number
  code: string
  name: string
  city: string | null
  channel: string | null
  /** SAP's order block, or `portal` for one of our own. */
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

/** What a pasted row turned out to be: surely a product and how it was known, or the products it is most like. */
export interface Matched {
  by: 'code' | 'itemCode' | 'learned' | 'cas' | 'name' | null
  product: OfferedProduct | null
  matches: OfferedProduct[]
}

export type LineSource = 'order' | 'annexure' | 'template'

/** What lines can be taken from, and the person's open carts of the customer. */
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
  /** Why the customer may not order, or only with care; without an SBU it is about every one. */
  blocks: { mode: 'BLOCK' | 'WARN'; sbuId: number | null; message: string }[]
  shipTos: ShipToOffered[]
  sbus: { id: number; code: string; name: string; orderTypes: OrderTypeOffered[] }[]
  ownDiscountLimit: number | null
  /** How the customer stands to his credit limit before this order, in paise; null for whom it is kept from. */
  credit: { creditLimit: number; outstanding: number; otherOrders: number; overdueDays: number } | null
  /** How many hours approvals usually took. */
  usual: { sbu: string; step: string; hours: number; tasks: number }[]
  poFileRequiredAbove: number
  defaults: { freightTerms: FreightTerms; transMode: TransMode; requestedDeliveryDate: string }
}

/** What a person says of the order as a whole; null where nothing is chosen yet. */
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
  /** For our own people alone; a buyer's order says nothing of it. */
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
  /** The end-user document that was given for the line. */
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

/** What a line needs of the end user and how it stands; `documentId` is the one that covers it. */
export interface LineEudTold {
  needed: boolean
  status: EudOfLine['eudStatus']
  types: EudNeeded[]
  onFile: boolean
  documentId: number | null
  blocked: boolean
}

/** What the rules decided about a line; `priceTrace` is for employees only. */
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
  /** The plant has less than was asked for; how much it has is told to our own people. */
  backOrder: boolean
  stock: number | null
  promiseDate: string | null
  /** Where it comes from, once somebody asked. */
  promise?: PromiseTold | null
  eud?: LineEudTold
  sourceTrace?: Trace
  priceTrace?: Trace
}

/** A decided line with its place among those that were asked about, from 0. */
export interface QuotedLine extends DecidedLine {
  index: number
}

export type Totals = Omit<OrderTotals, 'maxDiscountPct'>

export interface Fault {
  field: string
  code: string
  message: string
  /** What may be ordered instead of the product of the line. */
  substitute?: { id: number; code: string; name: string }
  /** The rule and the master row behind it, for our own people. */
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
  /** Amounts of what a distributor buys are not told to his customer. */
  orders: { sbu: string; soldVia: string | null; lines: number; totals: Totals | null }[]
  faults: Fault[]
  /** What should be known and stops nothing. */
  warnings: Fault[]
  approvals: ApprovalAhead[]
}
