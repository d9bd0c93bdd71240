import type { Order } from '../order.ts'

/** What the link of a mail asks its receiver to decide. */
export interface MailedTask extends Pick<Order, 'orderNo' | 'orderDate' | 'rowVersion' | 'grossValue' | 'remarks'> {
  /** Of the receiver. */
  name: string
  customer: string
  placedBy: string
  lines: number
  asked: string
  why: string
  measured: string | null
  dueAt: string
}

/** What became of a decision from a mail; `status` is the name of the order's new state. */
export interface MailedDecision {
  orderNo: string
  step: 'approve' | 'reject'
  status: string
}
