import { json, reference } from '../../define/fields.ts'
import { record } from '../../define/resource.ts'
import { order } from '../order.ts'

/**
 * The commercial terms of an order at two moments, one row an order: `seen`, as its customer saw or gave them last, and
 * `routed`, as its approvals were asked for.
 */
export const orderTerms = record({
  path: 'order-terms',
  name: 'order-terms',
  title: 'Order Terms',
  purpose: 'The terms of each order that the customer saw last, and those that its approvals were asked for.',
  fields: {
    orderId: reference(order),
    seen: json({ label: 'Seen by the customer' }),
    routed: json({ label: 'Asked for' }),
  },
  key: ['orderId'],
  access: { AUDITOR: 'RX' },
})
