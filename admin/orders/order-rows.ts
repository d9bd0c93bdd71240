import type { ApprovalTask } from '../../resources/orders/approval-task.ts'
import type { Order } from '../../resources/orders/order.ts'
import type { OrderLine } from '../../resources/orders/order-line.ts'
import type { OrderStep } from '../../resources/orders/order-step.ts'
import type { AgreedTerms } from '../../resources/orders/terms/agreed-terms.ts'
import type { Trace } from '../../resources/orders/trace.ts'

/** Rows as the API sends them: a column the person may not see is absent, each reference has its text. */
type ShownRow<Row> = Row & { texts: Record<string, string | undefined> }

export type OrderRow = ShownRow<Omit<Order, 'errorTrace' | 'agreedTerms'>> & {
  agreedTerms?: AgreedTerms | null
  errorTrace?: Trace | null
  waitingFor?: string | null
  isForAcceptance?: boolean
  heldInSap?: string | null
  buyerHold?: string | null
}
export type OrderStepRow = ShownRow<OrderStep>
export type OrderLineRow = ShownRow<Omit<OrderLine, 'priceTrace' | 'sourceTrace'>> & {
  priceTrace?: Trace | null
  sourceTrace?: Trace | null
  plantState?: string | null
}
export type ApprovalTaskRow = ShownRow<Omit<ApprovalTask, 'trace'>> & { trace?: Trace | null }
