import { orderParts } from '../access.ts'
import { instant, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { reasonCode } from '../settings/reason-code.ts'
import { user } from '../settings/user.ts'
import { order } from './order.ts'
import { stepsOfBuyers } from './order-process.ts'
import { approvalsHiddenFrom, assignedWithOrders, withinOrders } from './order-visibility.ts'

/** Buyers read what was done with their order, not how it was approved and sent. */
const ofBuyers = { orderId: 'ordersOfMyCustomers', step: stepsOfBuyers } as const
const withinSteps = { ...withinOrders, CUSTOMER: ofBuyers, DISTRIBUTOR: ofBuyers }

/** A step that an order took: these rows are its history, and only they change its state. */
export const orderStep = record({
  path: 'order-steps',
  name: 'order-step',
  title: 'Order Steps',
  purpose: 'The history of each order: steps, people and status changes.',
  fields: {
    orderId: reference(order),
    step: text({ max: 30 }),
    fromStatus: text({ max: 30, optional: true, label: 'From', hiddenFrom: approvalsHiddenFrom }),
    toStatus: text({ max: 30, label: 'To', hiddenFrom: approvalsHiddenFrom }),
    actorId: reference(user, {
      optional: true,
      label: 'By',
      hint: 'None where the portal took the step itself',
      audience: 'staff',
    }),
    onBehalfOfId: reference(user, {
      optional: true,
      label: 'On behalf of',
      hint: 'The approver for whom a delegate decided',
      audience: 'staff',
    }),
    reasonCodeId: reference(reasonCode, { optional: true, label: 'Reason' }),
    remark: text({ max: 500, optional: true, long: true, audience: 'staff' }),
    at: instant(),
  },
  key: [],
  display: ['orderId', 'step'],
  list: ['at', 'step', 'fromStatus', 'toStatus', 'actorId', 'reasonCodeId', 'remark'],
  sort: ['-id'],
  indexes: [['orderId', 'at'], ['actorId'], ['toStatus', 'at']],
  access: orderParts,
  within: withinSteps,
  asked: assignedWithOrders,
})

export type OrderStep = Row<typeof orderStep>
