import type { OrderLineRow, OrderRow } from '../order-rows.ts'

/** The fields of an order that its steps need. */
export type StepOrder = Pick<OrderRow, 'id' | 'orderNo' | 'rowVersion'> &
  Partial<Pick<OrderRow, 'grossValue' | 'pendingStep' | 'texts'>>

/** The props of a form for what a step needs besides its reason; each reports the fields to send. */
export interface StepFormProps {
  order: StepOrder
  lines: readonly OrderLineRow[]
  step: string
  onSay: (fields: Record<string, unknown>) => void
  /** Told for what the remark must say why, a sentence each; none where it may be left out. */
  onNeedRemark?: (reasons: readonly string[]) => void
}
