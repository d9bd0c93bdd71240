import type { ApprovalStep } from '../trade.ts'
import type { DatedRow, MasterRow, Sbu, ZoneAsp } from './rows.ts'
import type { TraceStep } from './trace.ts'

/** M30; `maxValue` in hundredths of a percent, or in paise for CREDIT_AMOUNT. */
export interface ApprovingLimit extends DatedRow {
  limitType: 'DISCOUNT_PCT' | 'LIMIT_PRICE_PCT' | 'CREDIT_AMOUNT'
  sbuId: number
  nidId: number | null
  employeeId: number
  level: number
  maxValue: number
  confirmStatus: 'PENDING' | 'CONFIRMED'
}

/** A01 */
export interface Employee extends MasterRow {
  name: string
  managerId: number | null
  dateOfLeaving: string | null
  delegateEmployeeId: number | null
  delegateFrom: string | null
  delegateTo: string | null
}

/** What approval routing knows of a line; column names of `order_line`. */
export interface RouteLine {
  lineNo: number
  lineStatus: string
  productId: number
  /** Of the product; an approving limit for it comes before one for all. */
  nidId: number | null
  listPrice: number
  netPrice: number
  discountPct: number
  manualDiscountPct: number
  /** A unit, in paise. */
  promoDiscountValue: number
}

/** A task of this order that was created before; only those of the present round count. */
export interface EarlierTask {
  id: number
  step: ApprovalStep
  level: number
  round: number
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'SENT_BACK' | 'SKIPPED' | 'CANCELLED'
  measuredValue: number | null
  fingerprint: string
  assigneeEmployeeId: number | null
}

export interface RouteFacts {
  /** The business day of the decision: limits, delegates and leavers are read as they are on it. */
  today: string
  round: number
  sbu: Pick<Sbu, 'id' | 'rowVersion' | 'headEmployeeId'>
  /** Null when a customer placed the order. */
  placedByEmployeeId: number | null
  /** Where the chain of managers starts (`starterOf`). */
  starterEmployeeId: number | null
  lines: readonly RouteLine[]
  /** The starter, the managers above, the head of the SBU, and their delegates. */
  employees: readonly Employee[]
  limits: readonly ApprovingLimit[]
  tasks: readonly EarlierTask[]
  /** The average selling price of each product in the zone of the ship-to; absent where none is known. */
  asps?: ReadonlyMap<number, ZoneAsp>
  settings: RouteSettings
}

export interface RouteSettings {
  /** `approval.use_asp` */
  useAsp: boolean
  /** `approval.promo_free_pct`, in hundredths of a percent. */
  promoFreePct: number
  /** `limits.four_eyes`: whether only confirmed limits count. */
  fourEyes: boolean
}

/** Why a step is needed, and by how much. */
export interface Trigger {
  /** In the unit of the step: hundredths of a percent, or paise. */
  measuredValue: number
  /** How far beyond what needs no approval. */
  over: number
  lineNos: number[]
}

/** One level of approval: the person who acts, and for whom when as a delegate. */
export interface Approver {
  employeeId: number
  name: string
  onBehalfOfEmployeeId: number | null
  /** What this level may approve; null for the head of the SBU, who may approve all. */
  limit: number | null
}

export interface Resolved {
  /** In the order in which they act. */
  levels: Approver[]
  /** Nobody of them may decide alone: the head of the SBU comes last. */
  headDecides: boolean
  steps: TraceStep[]
}

/** A kind of approval: when it is needed, who decides, and whether an earlier decision still holds. */
export interface RouteStep {
  step: ApprovalStep
  seq: number
  title: string
  /** Why it is needed, for the person who is about to submit. */
  says: (trigger: Trigger) => string
  trigger: (facts: RouteFacts) => { needed: Trigger | null; steps: TraceStep[] }
  resolve: (facts: RouteFacts, trigger: Trigger) => Resolved
  /** `approved` are the approved tasks of this order, round and step at this level or above. */
  covered: (trigger: Trigger, approved: readonly EarlierTask[]) => boolean
}
