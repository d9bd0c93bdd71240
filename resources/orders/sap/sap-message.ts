/** What is told of a message to SAP: shapes, and their types. */
import { choice, instant, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { group, many, open, type Told } from '../../define/shape.ts'
import { sapAttempt } from '../../platform/sap-attempt.ts'
import { sapOutbox } from '../../platform/sap-outbox.ts'
import { orderStates } from '../../trade.ts'
import type { Condition } from '../line-price.ts'
import { order } from '../order.ts'
import type { GapFix } from '../what-if/fix-rule-gap.ts'

const id = integer({ min: 1 })
const words = text({ max: 1_000, hint: 'In plain words' })
/** The most attempts and further messages that are told. */
export const MOST_TRIES = 100
export const MOST_OTHERS = 50

const tried = pick(sapAttempt.fields, [
  ...(['attemptNo', 'at', 'ms', 'asked', 'httpStatus', 'errorClass', 'errorText', 'reply', 'process'] as const),
])
const attempt = {
  id,
  ...tried,
  means: words,
  warns: many(words, { most: 100, hint: 'What SAP warned of, although it took the message' }),
}
/** One try to send a message, with SAP's reply as it came. */
export type ShownAttempt = Told<typeof attempt>

const named = { id, ...pick(sapOutbox.fields, ['messageNo', 'messageType', 'status']) }
const progress = pick(sapOutbox.fields, [
  ...(['attempts', 'nextAttemptAt', 'errorClass', 'errorText', 'sapDocumentNo'] as const),
  ...(['uncertainSince', 'firstFailedAt', 'doneAt'] as const),
])
const ofOrder = {
  id,
  orderNo: order.fields.orderNo,
  rowVersion: integer(),
  status: choice(orderStates),
  customerName: text(),
  placedById: id,
}
const request = {
  method: text({ max: 10 }),
  path: text({ max: 255 }),
  body: open<object>('The message by the names of SAP'),
}

export const shownMessage = {
  ...named,
  ...progress,
  createdAt: instant(),
  errorCode: text({ optional: true, hint: 'The code of SAP’s refusal, such as V1/384' }),
  means: words,
  order: group(ofOrder),
  payload: open<object>('The message by the names of the portal; amounts in paise, quantities in thousandths'),
  request: group(request, {
    optional: true,
    hint: 'What is sent to SAP; null for payments, and for a form that is no longer sent',
  }),
  mends: many(open<GapFix>('A master row that would fix it'), { most: 100, hint: 'The most likely first' }),
  alike: integer({ hint: 'How many other orders SAP refused for the same reason' }),
  tries: many(attempt, { most: MOST_TRIES }),
  others: many(named, { most: MOST_OTHERS, hint: 'The other messages of the order, the latest first' }),
}
/** A message to SAP with all that is known of it. */
export type ShownMessage = Told<typeof shownMessage>

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
  /** The price before discounts, and these, where the net price does not come to the value of the line. */
  basePrice?: number
  discounts?: Condition[]
  freightValue: number
  sapContractNo: string | null
  requestedBatchNo: string | null
}
