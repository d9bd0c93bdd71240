import type { OrderStatusFacts } from '../order-status.ts'

/** What a person says of a PO number that was ordered before: of one that is called off in parts it is not asked again. */
export const samePoAnswers = ['ANOTHER_ORDER', 'CALLED_OFF'] as const
export type SamePoAnswer = (typeof samePoAnswers)[number]

/** An earlier order of the same PO, as far as the person may read it. */
export interface OrderOfPo extends OrderStatusFacts {
  id: number
  orderNo: string
  orderDate: string
  lines: { product: string; qty: number; uom: string }[]
  /** How many more lines it has. */
  more: number
}

/** What comes with the question whether an order is another one of its PO. */
export interface SamePo {
  poNo: string
  orders: OrderOfPo[]
  /** How many further orders of it there are. */
  others: number
}
