import type { Order } from './order.ts'

/** An order that was created or changed, as far as its buttons need to know it. */
export type SavedOrder = Pick<Order, 'id' | 'orderNo' | 'status' | 'rowVersion'>

/** The result of a step: the order with its new state, and the orders that were made with it. */
export interface StepTaken {
  /** Columns that the person may not read are absent. */
  order: SavedOrder & Pick<Order, 'pendingStep'>
  created: Pick<Order, 'id' | 'orderNo'>[]
  /** The lines of a copy that cost something else than in the original, a sentence each. */
  repriced?: string[]
}
