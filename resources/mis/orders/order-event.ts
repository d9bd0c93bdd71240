import { dayOf } from '../../define/dates.ts'
import type { OrderStep } from '../../orders/order-step.ts'
import { mappedColumns } from '../mapping.ts'
import type { CountedOrder } from './ordered-line.ts'

/** What became of orders: a first submit counts, not those after it, and of the others the last. */
export const orderEvents = ['SUBMITTED', 'APPROVED', 'REJECTED', 'CANCELLED', 'DEAD'] as const

/** Where an order belongs; its stamps say so for the time when it was first submitted. */
export const placeColumns = [
  ...(['customerId', 'soldToId', 'sbuId', 'channelId', 'placedById', 'departmentId'] as const),
  ...mappedColumns,
] as const

/** The place of an order, from its row. */
export type OrderPlace = Pick<CountedOrder, (typeof placeColumns)[number]>

/** One thing that became of an order. */
export interface OrderEventFact extends OrderPlace {
  /** Twice the id of the step, and one more for a submit: one that needs no approval is both. */
  id: number
  orderId: number
  event: (typeof orderEvents)[number]
  at: string
  /** The Indian day of it. */
  day: string
  /** When the order was first submitted; null where no step says so. */
  submittedAt: string | null
}

/** A step of an order, as far as it decides what became of it. */
export type CountedStep = Pick<OrderStep, 'id' | 'orderId' | 'step' | 'toStatus' | 'at'>

/** What became of an order, by its steps in the order in which they were taken. */
export function orderEventsOf(place: OrderPlace, steps: readonly CountedStep[]): OrderEventFact[] {
  const submit = steps.find(({ step }) => step === 'submit')
  return orderEvents.flatMap(event => {
    const step = event === 'SUBMITTED' ? submit : steps.findLast(({ toStatus }) => toStatus === event)
    if (!step) return []
    const { id, orderId, at } = step
    const own = { id: id * 2 + (event === 'SUBMITTED' ? 1 : 0), orderId, event, at, day: dayOf(at) }
    return [{ ...own, submittedAt: submit?.at ?? null, ...place }]
  })
}
