import { orderHolds } from '../../access.ts'
import { choice, date, flag, instant, integer, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { order } from '../order.ts'
import { orderLine } from '../order-line.ts'
import { assignedWithOrders, withinOrders } from '../order-visibility.ts'
import { holdKinds } from './hold-kinds.ts'

const { CUSTOMER: _, DISTRIBUTOR: __, ...withinHolds } = withinOrders

const kindNames = {
  CREDIT: 'Credit check',
  APPROVAL: 'Approval',
  INCOMPLETE: 'Data missing',
  DELIVERY: 'Delivery block',
  LINE: 'Delivery block of a line',
  PENDING: 'Being checked',
  CUSTOMER: 'Customer blocked',
  CURRENCY: 'Another currency',
  BILLING: 'Billing block',
}

/** Why SAP holds an order or one of its lines, from when until when; open while `endedAt` is empty. */
export const orderHold = record({
  path: 'orders/held-in-sap',
  name: 'order-hold',
  title: 'Held In SAP',
  one: 'Hold',
  purpose: 'Orders that SAP holds: why, since when, and whose desk can help.',
  fields: {
    orderId: reference(order),
    orderLineId: reference(orderLine, { optional: true, label: 'Line' }),
    kind: choice(holdKinds, { words: { staff: kindNames, buyer: {} } }),
    code: text({ max: 20, label: 'Code in SAP' }),
    day: date({ optional: true }),
    since: instant({ label: 'Held since' }),
    endedAt: instant({ optional: true, label: 'Ended' }),
    mailedAt: instant({ optional: true, label: 'Desk told' }),
    dueAt: instant({ label: 'Desk head told after', hint: '24 working hours' }),
    escalatedAt: instant({ optional: true, label: 'Desk head told' }),
    isOfOrder: flag({ label: 'Said by the order' }),
    openKey: text({ max: 60, optional: true, unique: true, secret: true, label: 'What is open once' }),
  },
  computed: {
    words: text({ label: 'Held for', audience: 'staff' }),
    waitedHours: integer({ optional: true, label: 'Hours waited', hint: 'Working hours since SAP holds it' }),
  },
  key: [],
  display: ['orderId', 'kind'],
  list: [
    'orderId.customerId',
    'orderId',
    'orderId.grossValue',
    'orderLineId',
    'kind',
    'words',
    'since',
    'waitedHours',
    'escalatedAt',
    'endedAt',
  ],
  leads: ['orderId.customerId', 'orderId', 'words', 'waitedHours', 'since', 'orderId.grossValue'],
  filters: ['kind', 'orderId.sbuId', 'endedAt', 'escalatedAt'],
  search: ['code'],
  sort: ['since'],
  indexes: [['orderId'], ['kind', 'endedAt'], ['endedAt', 'dueAt']],
  access: orderHolds,
  within: withinHolds,
  asked: assignedWithOrders,
})

export type OrderHold = Row<typeof orderHold>
