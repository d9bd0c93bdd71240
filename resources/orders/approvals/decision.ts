import type { AgeBucket } from '../../masters/outstanding.ts'
import type { ApprovalTask } from '../approval-task.ts'
import type { Trigger } from './approval-facts.ts'
import type { Exposure, UsedCredit } from './credit.ts'
import type { PaidBefore } from './paid-before.ts'

/** The task that is to be decided; what the person may not read is absent. */
export interface TaskToDecide
  extends Pick<ApprovalTask, 'id' | 'step'>,
    Partial<Pick<ApprovalTask, 'measuredValue' | 'level' | 'dueAt'> & Pick<Trigger, 'reason' | 'over' | 'lineNos'>> {
  /** Office minutes until it is due. */
  leftMinutes?: number
  mine: boolean
  /** The person for whom a delegate decides. */
  onBehalfOf: string | null
  /** Everybody who may decide now, and to whom the task was escalated; employees alone read them. */
  deciders?: string[]
  escalatedTo?: string | null
}

/** How the payer of an order stands to the credit limit, in paise. */
export interface CreditPanel extends Exposure, UsedCredit {
  payer: string
  creditLimit: number
  /** Their credit account is blocked in SAP. */
  isBlocked: boolean
  /** The outstanding amount by age. */
  buckets: Record<AgeBucket, number>
  grossValue: number
}

/** A file to look at before deciding: the purchase order, or a document of the end user for a line. */
export interface FileToSee {
  what: string
  lineNo: number | null
  id: number
  fileName: string
}

/** Everything that is read before an order is decided. */
export interface Decision {
  task: TaskToDecide | null
  lastPrices: PaidBefore[]
  credit: CreditPanel | null
  files: FileToSee[]
}
