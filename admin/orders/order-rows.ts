import type { ApprovalTask } from '../../resources/orders/approval-task.ts'
import type { Order } from '../../resources/orders/order.ts'
import type { OrderLine } from '../../resources/orders/order-line.ts'
import type { OrderStep } from '../../resources/orders/order-step.ts'
import type { Trace } from '../../resources/orders/trace.ts'

/** Rows as the API sends them: a column the person may not see is absent, each reference has its text. */
type ShownRow<Row> = Row & { texts: Record<string, string | undefined> }

export type OrderRow = ShownRow<Omit<Order, 'errorTrace'>> & { errorTrace?: Trace | null }
export type OrderStepRow = ShownRow<OrderStep>
export type OrderLineRow = ShownRow<Omit<OrderLine, 'priceTrace' | 'sourceTrace'>> & {
  priceTrace?: Trace | null
  sourceTrace?: Trace | null
}
export type ApprovalTaskRow = ShownRow<Omit<ApprovalTask, 'trace'>> & { trace?: Trace | null }

/** A task of a queue, with a summary of its order; amounts are absent where the person may not see them. */
export interface QueueRow {
  id: number
  taskNo: string
  level: number
  measuredValue?: number | null
  dueAt: string
  createdAt: string
  /** Office minutes since it was created, and those left until it is due: negative when overdue. */
  ageMinutes: number
  leftMinutes: number
  orderId: number
  orderNo: string
  orderDate: string
  grossValue?: number
  rowVersion: number
  customerCode: string
  customerName: string
  sbu: string
  placedBy: string
  /** Who is asked: a person, a role, or the customer; sent to employees only. */
  waitsFor: string | null
  escalatedTo: string | null
}
