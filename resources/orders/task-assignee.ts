import { orderParts } from '../access.ts'
import { reference } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { approvalTask } from './approval-task.ts'
import { order } from './order.ts'
import { assignedWithOrders, withinOrders } from './order-visibility.ts'

/** One of several who may each decide a task alone. It repeats the order, which scopes need. */
export const taskAssignee = record({
  path: 'task-assignees',
  name: 'task-assignee',
  title: 'Task Assignees',
  purpose: 'Who may decide an approval that is given to several people at once.',
  fields: {
    orderId: reference(order),
    approvalTaskId: reference(approvalTask, { label: 'Task' }),
    userId: reference(user, { label: 'Assignee', audience: 'staff' }),
  },
  key: ['approvalTaskId', 'userId'],
  list: ['approvalTaskId', 'userId'],
  sort: ['approvalTaskId'],
  indexes: [['orderId'], ['userId']],
  access: orderParts,
  within: withinOrders,
  asked: assignedWithOrders,
})
