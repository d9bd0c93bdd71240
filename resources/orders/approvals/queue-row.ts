import type { ApprovalStep } from '../../trade.ts'
import type { ApprovalTask } from '../approval-task.ts'
import type { Order } from '../order.ts'

/** A task of an approval queue with its order; what the person may not read is absent. */
export interface QueueRow
  extends Pick<ApprovalTask, 'id' | 'taskNo' | 'createdAt'>,
    Pick<Order, 'orderNo' | 'orderDate' | 'rowVersion'>,
    Partial<Pick<ApprovalTask, 'measuredValue' | 'level' | 'dueAt'> & Pick<Order, 'grossValue'>> {
  /** Office minutes since it was created, and until it is due: negative when overdue. */
  ageMinutes: number
  leftMinutes?: number
  /** Why the approval is needed, in a sentence; absent for those who may not read it. */
  reason?: string | null
  orderId: number
  customerCode: string
  customerName: string
  sbu: string
  placedBy: string
  /** A person, a role or the customer; employees alone read it. */
  waitsFor: string | null
  escalatedTo: string | null
}

/** How many tasks of a queue the person may decide now. */
export interface WaitingCount {
  step: ApprovalStep
  total: number
  overdue: number
  /** Since when the oldest of them waits; null where none does. */
  oldest: string | null
}
