import type { ApprovalStep } from '../../trade.ts'

/** An approval that an order still needs, and who could give it today. */
export interface ApprovalStillNeeded {
  step: ApprovalStep
  title: string
  reason: string
  level: number
  name: string
}
