import type { SapAttempt } from '../../platform/sap-attempt.ts'
import type { SapOutbox } from '../../platform/sap-outbox.ts'
import type { GapFix } from '../what-if/fix-rule-gap.ts'

/** One try to send a message, with SAP's reply as it came. */
export type ShownAttempt = Pick<
  SapAttempt,
  'id' | 'attemptNo' | 'at' | 'ms' | 'asked' | 'httpStatus' | 'errorClass' | 'errorText' | 'reply' | 'process'
> & {
  /** The outcome in plain words. */
  means: string
}

/** A message to SAP with all that is known of it. */
export interface ShownMessage
  extends Pick<
    SapOutbox,
    | 'id'
    | 'messageNo'
    | 'messageType'
    | 'status'
    | 'attempts'
    | 'nextAttemptAt'
    | 'errorClass'
    | 'errorText'
    | 'sapDocumentNo'
    | 'uncertainSince'
    | 'firstFailedAt'
    | 'doneAt'
  > {
  createdAt: string
  /** Of SAP's refusal, such as `V1/384`. */
  errorCode: string | null
  /** What happened, in plain words. */
  means: string
  order: { id: number; orderNo: string; rowVersion: number; status: string; customerName: string; placedById: number }
  /** What was sent, by the portal's own names; amounts in paise, quantities in thousandths. */
  payload: unknown
  /** What is sent to SAP, by SAP's names; null for payments, and for a form that is no longer sent. */
  request: { method: string; path: string; body: unknown } | null
  /** The rows that SAP names and that this person may read; the most likely first. */
  mends: GapFix[]
  /** How many other orders SAP refused for the same reason. */
  alike: number
  tries: ShownAttempt[]
  /** The other messages of the order, the latest first. */
  others: Pick<SapOutbox, 'id' | 'messageNo' | 'messageType' | 'status'>[]
}

/** What a dry run found: nothing was saved in SAP. */
export interface DryRun {
  /** The simulated SAP, or where there is none the portal's own list of SAP's fields. */
  by: 'SIMULATOR' | 'FIELD_LIST'
  /** Empty where it would be taken. */
  faults: { code: string; message: string }[]
}

/** What the console shows of an order as it was sent; amounts in paise, quantities in thousandths. */
export interface SentOrder {
  orderNo: string
  sapOrderType: string
  salesOrg: string
  channel: string
  division: string
  soldTo: string
  shipTo: string
  billTo: string
  payer: string
  customerPoNo: string | null
  customerPoDate: string | null
  orderDate: string
  requestedDeliveryDate: string
  transMode: string
  freightTerms: string
  paymentTermsCode: string
  sapContractNo: string | null
  remarks: string | null
  lines: SentLine[]
}

/** What the console shows of a change of lines that SAP has; quantities in thousandths. */
export interface SentChange {
  sapOrderNo: string
  sapItemNo?: string
  rejectionCode?: string
  /** Null where the whole item is rejected. */
  remainingQty?: number | null
  requestedDeliveryDate?: string
  customerPoNo?: string
  transMode?: string
  items?: readonly { sapItemNo: string; qty: number }[]
}

interface SentLine {
  lineNo: number
  product: string
  qty: number
  uom: string
  plant: string
  netPrice: number
  /** Units that the price is for; one where it is absent. */
  priceUnit?: number
  freightValue: number
  sapContractNo: string | null
  requestedBatchNo: string | null
}
