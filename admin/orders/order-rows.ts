import type { ApprovalTask } from '../../resources/orders/approval-task.ts'
import type { Order } from '../../resources/orders/order.ts'
import type { OrderLine } from '../../resources/orders/order-line.ts'
import type { OrderStep } from '../../resources/orders/order-step.ts'
import type { Trace } from '../../resources/orders/trace.ts'

/** Rows as the API gives them: a column the person may not see is absent, each reference has its text. */
type Seen<Row> = Row & { texts: Record<string, string | undefined> }

export type OrderRow = Seen<Omit<Order, 'errorTrace'>> & { errorTrace?: Trace | null }
export type OrderStepRow = Seen<OrderStep>
export type OrderLineRow = Seen<Omit<OrderLine, 'priceTrace' | 'sourceTrace'>> & {
  priceTrace?: Trace | null
  sourceTrace?: Trace | null
}
export type ApprovalTaskRow = Seen<Omit<ApprovalTask, 'trace'>> & { trace?: Trace | null }
