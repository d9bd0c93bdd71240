import type { LaneRecord } from '../../dispatches/lane-record.ts'
import type { ApprovalStep } from '../../trade.ts'
import type { Trigger } from '../approvals/approval-facts.ts'
import type { OrderLine } from '../order-line.ts'
import type { OrderTotals } from '../totals.ts'
import type { Trace } from '../trace.ts'
import type { GapFix } from '../what-if/fix-rule-gap.ts'
import type { LineMends } from '../what-if/line-mends.ts'
import type { Finding } from './check-facts.ts'
import type { EudOfLine, EudRequirement } from './eud.ts'
import type { PromiseExplanation } from './promise.ts'
import type { LineTax } from './tax.ts'

/** A document of the end user that a line needs. */
export type NeededDocument = Omit<EudRequirement, 'rule'>

/** The documents of the end user that a line needs; `documentId` covers the line, or waits for its approval. */
export interface LineDocuments {
  needed: boolean
  status: EudOfLine['eudStatus']
  types: NeededDocument[]
  onFile: boolean
  documentId: number | null
  blocked: boolean
}

type DecidedColumn =
  | 'productId'
  | 'qty'
  | 'priceUnit'
  | 'listPrice'
  | 'netPrice'
  | 'priceSource'
  | 'defaultDiscountPct'
  | 'manualDiscountPct'
  | 'discountPct'
  | 'promoDiscountValue'
  | 'netValue'
  | 'freightValue'
  | 'taxableValue'
  | 'grossValue'
  | 'sourceRule'
  | 'shippingInstruction'
  | 'singleBatchRequired'

/**
 * A line of a quote: what the rules decided about it, and its place among the lines that were sent, from 0. Columns that
 * the person may not read are absent.
 */
export interface QuoteLine extends Pick<OrderLine, DecidedColumn>, LineTax {
  index: number
  code: string
  name: string
  /** The distributor who buys for the customer. */
  soldVia: string | null
  plant: string | null
  /** The name of the state that it lies in. */
  plantState: string | null
  /** The plant has less than the quantity; how much it has only employees read. */
  backOrder: boolean
  stock: number | null
  promiseDate: string | null
  /** How often its lane kept such dates lately; null as in `PromiseExplanation`. */
  laneRecord: LaneRecord | null
  /** How the promised day was found; of the lines to explain only. */
  promise?: PromiseExplanation | null
  eud: LineDocuments
  sourceTrace?: Trace
  priceTrace?: Trace
  /** Where a missing price or source is entered; only employees read it. */
  mends?: LineMends
}

/** What is wrong with a quoted order; the rule, the master row behind it and where it is mended only employees read. */
export type QuoteFault = Omit<Finding, 'rule' | 'warns'> & { rule?: string; mends?: GapFix[] }

/** Totals of an order; amounts that the person may not read are absent. */
export type QuoteTotals = Omit<OrderTotals, 'maxDiscountPct'>

/** An approval that an order will need. */
export interface ApprovalAhead extends Omit<Trigger, 'inputs'> {
  sbu: string
  sbuId: number
  step: ApprovalStep
  title: string
  /** The approvers, one a level. */
  people: string[]
  /** Nobody may decide. */
  missing: boolean
  /** How approvers were found. */
  trace: Trace
}

/** What an order would come to. */
export interface Quote {
  lines: QuoteLine[]
  totals: QuoteTotals | null
  /** The orders it becomes; amounts of what a distributor buys are not shown to the customer. */
  orders: { sbu: string; soldVia: string | null; lines: number; totals: QuoteTotals | null }[]
  faults: QuoteFault[]
  /** Findings that do not stop the order. */
  warnings: QuoteFault[]
  approvals: ApprovalAhead[]
}
