/** What a quote answers, and a simulation too: shapes, and their types. */
import { choice, date, flag, integer, quantity, text } from '../../define/fields.ts'
import { about, columns, group, many, maybe, open, staffOnly, type Told } from '../../define/shape.ts'
import { laneRecordFields } from '../../dispatches/lane-record.ts'
import { approvalSteps } from '../../trade.ts'
import { order } from '../order.ts'
import { orderLine } from '../order-line.ts'
import { MOST_LINES } from '../sent-order.ts'
import type { Deviation } from '../terms/deviation.ts'
import type { RowUsed, Trace } from '../trace.ts'
import type { GapFix } from '../what-if/fix-rule-gap.ts'
import type { LineMends } from '../what-if/line-mends.ts'
import type { Substitute } from './control-rows.ts'
import type { EudRequirement } from './eud.ts'
import type { PromiseExplanation } from './promise.ts'

const id = integer({ min: 1 })
const lines = { most: MOST_LINES } as const
const MOST_FINDINGS = 50_000
const trace = open<Trace>('How the rule decided: each candidate, why it lost, and the row that won')

/** A document of the end user that a line needs. */
export type NeededDocument = Omit<EudRequirement, 'rule'>
const documents = {
  needed: flag(),
  status: orderLine.fields.eudStatus,
  types: many(open<NeededDocument>('A document that the line needs'), { most: 20 }),
  onFile: flag(),
  documentId: about('It covers the line, or waits for its approval', maybe(id)),
  blocked: flag(),
}
/** The documents of the end user that a line needs. */
export type LineDocuments = Told<typeof documents>

const quotedLine = {
  ...columns(
    orderLine,
    ...(['productId', 'qty', 'uom', 'priceUnit', 'listPrice', 'netPrice', 'priceSource'] as const),
    ...(['priceSourceId', 'defaultDiscountPct', 'manualDiscountPct', 'discountPct', 'promoCodeId'] as const),
    ...(['promoDiscountValue', 'netValue', 'freightValue', 'taxableValue', 'gstRate', 'cgst', 'sgst'] as const),
    ...(['igst', 'grossValue', 'limitPrice', 'limitGapPct', 'asp', 'aspGapPct', 'plantId', 'sourceRule'] as const),
    ...(['sourceRowId', 'shippingInstruction', 'singleBatchRequired', 'lineStatus'] as const),
  ),
  priceProblem: maybe(text()),
  sourceProblem: maybe(text()),
  freightWarning: maybe(text()),
  taxReason: text(),
  index: integer({ hint: 'Its place among the lines that were sent, from 0' }),
  code: text(),
  name: text(),
  soldVia: text({ optional: true, hint: 'The distributor who buys for the customer' }),
  plant: maybe(text()),
  plantState: text({ optional: true, hint: 'The name of the state that it lies in' }),
  backOrder: flag({ hint: 'The plant has less than the quantity' }),
  stock: about('How much it has, which only our own people read', maybe(quantity())),
  promiseDate: maybe(date()),
  laneRecord: group(laneRecordFields, { optional: true, hint: 'How often its lane kept such dates lately' }),
  promise: maybe(open<PromiseExplanation>('How the promised day was found; of the lines to explain only')),
  eud: group(documents),
  sourceTrace: staffOnly(maybe(trace)),
  priceTrace: staffOnly(maybe(trace)),
  mends: staffOnly(maybe(open<LineMends>('Where a missing price or source is entered'))),
}
/**
 * A line of a quote: what the rules decided about it, and its place among the lines that were sent. Columns that the
 * person may not read are absent.
 */
export type QuoteLine = Told<typeof quotedLine>

const totals = columns(
  order,
  ...(['listValue', 'discountValue', 'freightValue', 'taxableValue', 'cgst', 'sgst', 'igst', 'grossValue'] as const),
  'maxDiscountPct',
)
/** Totals of an order; amounts that the person may not read are absent. */
export type QuoteTotals = Omit<Told<typeof totals>, 'maxDiscountPct'>

const { freightTerms, transMode, paymentTermsDays } = order.fields
const agreedTerms = { freightTerms, transMode, paymentTermsDays }
export const offeredTerms = {
  ...agreedTerms,
  agreed: group(agreedTerms),
  says: text({ max: 80, hint: 'The row that the agreed terms come from' }),
  row: staffOnly(maybe(open<RowUsed>('The same row'))),
  deviation: staffOnly(maybe(open<Deviation>('What other terms than agreed cost us, in paise; null for unknown'))),
}
/** The terms of an order, and those that are agreed. */
export type OfferedTerms = Told<typeof offeredTerms>

const fault = {
  code: text(),
  field: text(),
  message: text({ max: 1000 }),
  substitute: maybe(open<Substitute>('A product that can be ordered instead')),
  block: group({ id, blockNo: text() }, { optional: true, hint: 'The EUD block that stops it' }),
  day: about('The day to take instead', maybe(date())),
  rule: staffOnly(maybe(text())),
  title: staffOnly(maybe(text({ max: 255 }))),
  row: staffOnly(maybe(open<RowUsed>('The row that stops it'))),
  mends: staffOnly(
    many(open<GapFix>('A form that closes what the rule found nothing for'), { most: 10, optional: true }),
  ),
}
/** What is wrong with a quoted order; the rule, the master row behind it and where it is mended only employees read. */
export type QuoteFault = Told<typeof fault>

export const quoted = {
  lines: many(quotedLine, lines),
  totals: group(totals, { optional: true }),
  orders: many(
    {
      sbu: text(),
      soldVia: maybe(text()),
      lines: integer(),
      totals: group(totals, { optional: true, hint: 'Null for the customer where a distributor buys' }),
      terms: group(offeredTerms),
    },
    { ...lines, hint: 'The orders it becomes' },
  ),
  companyYes: group(
    {
      limit: order.fields.companyApprovedValue,
      needed: flag(),
      people: many(text(), { most: 500, hint: 'Who may say yes' }),
    },
    { optional: true, hint: 'Above which amount orders of the person need a yes in their company' },
  ),
  faults: many(fault, { most: MOST_FINDINGS }),
  warnings: many(fault, { most: MOST_FINDINGS, hint: 'They do not stop the order' }),
}

export const approvalAhead = {
  sbu: text(),
  step: choice(approvalSteps),
  title: text(),
  reason: text({ max: 500 }),
  measuredValue: integer({ optional: true, hint: 'In the unit of the step' }),
  over: integer({ hint: 'How far the value is beyond what needs no approval' }),
  lineNos: many(integer(), lines),
  people: many(text({ max: 500 }), { most: 100, hint: 'The approvers, one a level' }),
  missing: flag({ hint: 'No user may decide' }),
  trace,
}
const ofOrder = { ...approvalAhead, sbuId: id }
/** An approval that an order will need. */
export type ApprovalAhead = Told<typeof ofOrder>

export const quoteAnswer = { ...quoted, approvals: many(ofOrder, lines) }
/** What an order would come to. */
export type Quote = Told<typeof quoteAnswer>
