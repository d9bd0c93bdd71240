import { integer, text } from '../define/fields.ts'
import { maybe, type Told } from '../define/shape.ts'
import { order } from './order.ts'

const { orderNo, status, pendingStep } = order.fields

/** The result for one order of a bulk step: its new status, or why it was not changed. */
export const bulkStepResult = {
  orderId: integer({ min: 1 }),
  orderNo: maybe(orderNo),
  status: maybe(status),
  pendingStep,
  level: integer({
    optional: true,
    hint: 'The level of the approval that it waits for now, where the person may read it',
  }),
  waitingFor: text({ max: 120, optional: true }),
  refused: text({ max: 1000, optional: true, hint: 'The sentence of the refusal; null when it was done' }),
}
export type BulkStepResult = Told<typeof bulkStepResult>
