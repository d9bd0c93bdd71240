import { orderParts } from '../access.ts'
import { flag, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'
import { order } from './order.ts'
import { assignedWithOrders, withinOrders } from './order-visibility.ts'

/** Comments on an order: internal, or shown to its buyer too. */
export const orderComment = record({
  path: 'order-comments',
  name: 'order-comment',
  title: 'Order Comments',
  purpose: 'Comments on each order; internal comments are not shown to buyers.',
  fields: {
    orderId: reference(order),
    authorId: reference(user, { audience: 'readers', label: 'By' }),
    authorName: text({
      max: 80,
      optional: true,
      label: 'Name',
      hint: 'The name at that time, for readers without access to logins',
    }),
    body: text({ audience: 'readers', max: 1000, long: true, label: 'Comment' }),
    isInternal: flag({ label: 'Internal' }),
  },
  key: [],
  display: ['orderId', 'authorName'],
  list: ['createdAt', 'authorId', 'body', 'isInternal'],
  sort: ['-id'],
  indexes: [['orderId', 'isInternal']],
  access: orderParts,
  within: {
    ...withinOrders,
    CUSTOMER: { orderId: 'ordersOfMyCustomers', id: 'openComments' },
    DISTRIBUTOR: { orderId: 'ordersOfMyCustomers', id: 'openComments' },
    DISPATCH: { orderId: 'ordersOfMyPlants', id: 'openComments' },
  },
  asked: assignedWithOrders,
})

export type OrderComment = Row<typeof orderComment>
