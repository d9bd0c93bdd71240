import { date, integer, reference, text } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { access } from '../masters/upload-expected-delivery-dates.ts'
import { order } from '../orders/order.ts'

/** The columns of a file of expected delivery dates. */
export const expectedDateSheet = resource({
  group: 'masters',
  name: 'upload-expected-delivery-dates',
  title: 'Expected Delivery Dates',
  purpose: 'Order, line and the day on which its goods are expected.',
  fields: {
    orderId: reference(order, { aliases: ['order_no'] }),
    lineNo: integer({ min: 1, label: 'Line no' }),
    scheduleNo: integer({ min: 1, max: 12, default: 1, label: 'Schedule no' }),
    expectedDeliveryDate: date(),
    remarks: text({ max: 255, optional: true }),
  },
  key: ['orderId', 'lineNo', 'scheduleNo'],
  access,
})
