import type { employee } from '../../access-control/employee.ts'
import type { approvingLimits } from '../../masters/approving-limits.ts'
import type { Role } from '../../roles.ts'
import type { ApprovalStep } from '../../trade.ts'
import type { ApprovalTask } from '../approval-task.ts'
import type { Columns, DatedColumns, RuleSbu, RuleZoneAsp } from '../rows.ts'
import type { Deviation } from '../terms/deviation.ts'
import type { TermsChange } from '../terms/terms.ts'
import type { TraceStep } from '../trace.ts'
import type { CreditFacts } from './credit.ts'
import type { LevelRule } from './level-rule.ts'
import type { CscApprover, RouteContract, RouteLine, RouteOrder } from './route-rows.ts'

/** An approving limit; `maxValue` in hundredths of a percent where the type ends in PCT, else in paise. */
export type RouteLimit = DatedColumns<
  typeof approvingLimits,
  'limitType' | 'sbuId' | 'nidId' | 'employeeId' | 'level' | 'maxValue' | 'confirmStatus'
>

/** An employee, with the manager and the delegate. */
export type RouteEmployee = Columns<
  typeof employee,
  'name' | 'managerId' | 'dateOfLeaving' | 'delegateEmployeeId' | 'delegateFrom' | 'delegateTo'
>

/** A working login of an employee, with the roles that cover the SBU of the order, and those they hold as people of it. */
export interface RouteLogin {
  userId: number
  employeeId: number
  roles: readonly Role[]
  rolesHere: readonly Role[]
}

/** Whom a task is assigned to: users by name (any one of them), a role in the SBU, or the users of a customer. */
export interface Assignee {
  userIds: readonly number[]
  role: Role | null
  customerId: number | null
}

/** An earlier task of this order; only those of the present round count. */
export interface EarlierTask
  extends Pick<
    ApprovalTask,
    'id' | 'step' | 'level' | 'rule' | 'round' | 'status' | 'measuredValue' | 'limitValue' | 'fingerprint'
  > {
  assignee: Assignee
  /** Absent where only one value was measured. */
  values?: Trigger['values']
}

export interface RouteFacts {
  /** The business day of the decision: limits, delegates and leavers are read as of it. */
  today: string
  round: number
  sbu: Pick<RuleSbu, 'id' | 'rowVersion' | 'headEmployeeId'> & { requiresAcceptance: boolean }
  order: RouteOrder
  /** Null when a customer placed the order. */
  placedByEmployeeId: number | null
  /** Where the chain of managers starts (`starterOf`). */
  starterEmployeeId: number | null
  lines: readonly RouteLine[]
  /** What differs from the terms that the customer saw or gave last. */
  unseen: readonly TermsChange[]
  /** The starter, the managers above, the head of the SBU, and their delegates. */
  employees: readonly RouteEmployee[]
  logins: readonly RouteLogin[]
  limits: readonly RouteLimit[]
  cscApprovers: readonly CscApprover[]
  /** By the contract line that gave a line its price. */
  contracts: ReadonlyMap<number, RouteContract>
  credit: CreditFacts
  /** How the terms of the order differ from those agreed; null where they do not. */
  deviation: Deviation | null
  /** Absent for an order that is charged. */
  freeGoods?: FreeGoodsBudget
  tasks: readonly EarlierTask[]
  /** The average selling price of each product in the zone of the ship-to; absent where none is known. */
  asps?: ReadonlyMap<number, RuleZoneAsp>
  settings: RouteSettings
}

/** What a customer may get free of charge in a quarter, in paise at list price. */
export interface FreeGoodsBudget {
  /** `foc.customer_quarter` */
  budget: number
  /** By their other orders of the quarter. */
  used: number
}

interface RouteSettings {
  /** `approval.use_asp` */
  useAsp: boolean
  /** `approval.promo_free_pct`, in hundredths of a percent. */
  promoFreePct: number
  /** `limits.four_eyes`: whether only confirmed limits count. */
  fourEyes: boolean
  /** `credit.overdue_days` */
  overdueDays: number
  /** `approval.final_approver`: the employee who decides above every limit; null where none is named. */
  finalApproverId: number | null
}

/** Why a step is needed, and by how much. */
export interface Trigger {
  /** In the unit of the step: hundredths of a percent, paise, or thousandths of a unit; null where nothing is measured. */
  measuredValue: number | null
  /** Each value beyond the starter's own limit, where there may be several; null where it is not known. */
  values?: { readonly [Type in RouteLimit['limitType']]?: number | null }
  /** How far beyond what needs no approval. */
  over: number
  lineNos: number[]
  /** A sentence for people. */
  reason: string
  /** What exactly is approved, in a fixed order, where an approval holds only as long as that is unchanged. */
  inputs?: unknown
}

/** One level of approval: any one of its people may decide. */
export interface Approver extends Assignee {
  /** A name for people: one person, several, or a role with those who hold it. */
  name: string
  /** Why this level decides. */
  rule: LevelRule
  /** What this level may approve alone; null where no limit applies. */
  limit: number | null
  /** The level of the master that names them; the place in the list where there is none. */
  rank?: number
}

export interface Resolved {
  /** In the order in which they act. */
  levels: Approver[]
  /** None of them may decide alone: the head of the SBU decides last. */
  headDecides: boolean
  steps: TraceStep[]
  /** Why the order finds no approver, where the levels are empty for a reason of their own. */
  missing?: string
}

/** A kind of approval: when it is needed, who decides, and how long an earlier decision holds. */
export interface RouteStep {
  step: ApprovalStep
  seq: number
  title: string
  /** An approval holds for exactly what was shown (`inputs`), or for every value that is not higher (`value`). */
  coveredBy: 'inputs' | 'value'
  trigger: (facts: RouteFacts) => { needed: Trigger | null; steps: TraceStep[] }
  resolve: (facts: RouteFacts, trigger: Trigger) => Resolved
}
