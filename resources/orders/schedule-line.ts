import { orderParts } from '../access.ts'
import { code, date, integer, quantity, reference } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { order } from './order.ts'
import { orderLine } from './order-line.ts'
import { assignedWithOrders, withinOrders } from './order-visibility.ts'

/** One delivery of an order line. It repeats the order, which scopes need. */
export const scheduleLine = record({
  path: 'schedule-lines',
  name: 'schedule-line',
  title: 'Schedule Lines',
  purpose: 'The deliveries into which an order line is split, by date.',
  fields: {
    orderId: reference(order),
    orderLineId: reference(orderLine),
    scheduleNo: integer({ min: 1, label: 'Schedule' }),
    requestedDate: date(),
    qty: quantity({ min: 0.001, label: 'Quantity' }),
    confirmedDate: date({ optional: true }),
    firstConfirmedDate: date({
      optional: true,
      label: 'First confirmed',
      hint: 'The day that SAP confirmed first; it stays when SAP confirms another',
    }),
    confirmedQty: quantity({ default: 0, label: 'Confirmed' }),
    deliveredQty: quantity({ default: 0, label: 'Delivered' }),
    expectedDeliveryDate: date({ optional: true }),
    deliveryBlock: code({ max: 2, optional: true }),
  },
  key: ['orderLineId', 'scheduleNo'],
  display: ['orderLineId', 'scheduleNo'],
  list: ['orderLineId', 'scheduleNo', 'requestedDate', 'qty', 'confirmedDate', 'confirmedQty', 'expectedDeliveryDate'],
  sort: ['orderLineId', 'scheduleNo'],
  indexes: [['orderId'], ['requestedDate'], ['confirmedDate']],
  access: orderParts,
  within: withinOrders,
  asked: assignedWithOrders,
})

export type ScheduleLine = Row<typeof scheduleLine>
