/** What an approval queue tells of a task and its order: shapes, and their types. */
import { choice, instant, integer, text } from '../../define/fields.ts'
import { about, columns, maybe, type Told } from '../../define/shape.ts'
import { approvalSteps } from '../../trade.ts'
import { approvalTask } from '../approval-task.ts'
import { order } from '../order.ts'

const id = integer({ min: 1 })
const { taskNo } = approvalTask.fields
const { orderNo, orderDate } = order.fields

export const queueRow = {
  ...{ id, taskNo, orderNo, orderDate, createdAt: instant() },
  ...columns(approvalTask, 'level', 'dueAt', 'measuredValue'),
  ...columns(order, 'grossValue'),
  rowVersion: integer(),
  ageMinutes: integer({ hint: 'Office minutes since it was created' }),
  leftMinutes: integer({ optional: true, hint: 'Office minutes until it is due, negative when overdue' }),
  reason: text({ max: 500, optional: true, hint: 'Why the approval is needed' }),
  orderId: id,
  customerCode: text({ max: 10 }),
  customerName: text(),
  sbu: text({ max: 10 }),
  placedBy: text(),
  waitsFor: text({ optional: true, hint: 'A person, a role or the customer, for our own people' }),
  escalatedTo: maybe(text()),
}
/** A task of an approval queue with its order; of amounts, what the person may not read is absent. */
export type QueueRow = Told<typeof queueRow>

export const waitingCount = {
  step: choice(approvalSteps),
  total: integer({ min: 0 }),
  overdue: integer({ min: 0 }),
  oldest: about('Since when the oldest of them waits', maybe(instant())),
}
/** How many tasks of a queue the person may decide now. */
export type WaitingCount = Told<typeof waitingCount>
